"""``sys.stdout`` and ``sys.stderr`` of a notebook."""

from __future__ import annotations

import io
import os

from .descriptors import Descriptors
from .journal import STDERR, STDOUT, Journal


class Stream(io.TextIOBase):
    """Writes text to the journal, after what came through the descriptors.

    Parameters
    ----------
    descriptor : int
        1 or 2: the stream's number, and that of its records.
    """

    def __init__(self, descriptor: int, journal: Journal, descriptors: Descriptors) -> None:
        self._descriptor = descriptor
        self._journal = journal
        self._descriptors = descriptors
        self.name = "<stderr>" if descriptor == STDERR else "<stdout>"

    encoding = "UTF-8"
    errors = "replace"

    @property
    def buffer(self) -> io.FileIO:
        """The stream for bytes."""
        return io.FileIO(self._descriptor, "w", closefd=False)

    def write(self, text: str, /) -> int:
        """Write, and return the number of characters.

        What a student's code prints while a test calls it goes aside: it is not the test's.
        """
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self._journal.full:
            return len(text)
        data = text.encode("utf-8", "replace")
        if not self._journal.is_ours:
            os.write(self._descriptor, data)
            return len(text)
        self._descriptors.collect()
        excused = self._journal.excused
        aside = excused is not None and self._descriptor == STDOUT and excused()
        self._journal.text(STDERR if aside else self._descriptor, data)
        return len(text)

    def writable(self) -> bool:
        """Say yes."""
        return True

    def fileno(self) -> int:
        """Return the descriptor, for programs that are given the stream."""
        return self._descriptor

    def isatty(self) -> bool:
        """Say no: nobody sits there."""
        return False

    def flush(self) -> None:
        """Bring in what came through the descriptors; nothing else is held back."""
        self._descriptors.collect()
