"""What is written to descriptors 1 and 2: by C libraries, and by programs that a cell starts.

The descriptors lead to files, not pipes: nobody has to read for the writer to go on, nothing is
lost when the process dies, and the size has a limit. Before anything else is written to the journal
the files are looked at, so that the order is kept.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import sys
import tempfile

from .journal import STDERR, STDOUT, Journal
from .syscalls import libc


class Descriptors:
    """Follows the two files into the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._seen = {STDOUT: 0, STDERR: 0}
        for descriptor in self._seen:
            self._redirect(descriptor)
        for stream in (sys.__stdout__, sys.__stderr__):
            if stream is not None:
                stream.reconfigure(write_through=True)

    def collect(self) -> None:
        """Bring what was written since last time into the journal."""
        if not self._journal.is_ours:
            return
        for descriptor, seen in self._seen.items():
            try:
                size = os.fstat(descriptor).st_size
            except OSError:  # the student closed it
                continue
            if size > seen:
                self._collect(descriptor, seen, size)

    def finish(self) -> None:
        """Flush what C libraries hold back, collect it, and give the files' space back."""
        libc.fflush(ctypes.c_void_p(None))
        self.collect()
        for descriptor, seen in self._seen.items():
            if seen and self._journal.is_ours:
                self._empty(descriptor)

    def _collect(self, descriptor: int, seen: int, size: int) -> None:
        self._seen[descriptor] = size
        wanted = min(size - seen, self._journal.room + 1)  # one more, so that the cut is noticed
        try:
            self._journal.text(descriptor, os.pread(descriptor, wanted, seen))
        except OSError:  # the student put something else there
            return

    def _empty(self, descriptor: int) -> None:
        self._seen[descriptor] = 0
        try:
            os.ftruncate(descriptor, 0)
        except OSError:
            self._seen[descriptor] = 2**63

    @staticmethod
    def _redirect(descriptor: int) -> None:
        # in memory of the submission's own file system, or of the temporary folder, without a name
        with tempfile.TemporaryFile(buffering=0) as file:
            os.dup2(file.fileno(), descriptor)
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
        fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_APPEND)
