"""Output, in the order in which it came, kept in memory that outlives the process.

The journal is shared with the forks that wait: when a cell kills its process, the state that takes
over reads what the cell had said before.
"""

from __future__ import annotations

import mmap
import os
import struct
import threading
from collections.abc import Callable
from typing import Any

from nbjudge.wire import Unencodable, encode

_getpid = os.getpid  # whatever the student makes of it

STDOUT, STDERR, EVENT = 1, 2, 3
"""The kinds of records: text of the two streams, and anything else as a message of `wire`."""

RECORD = struct.Struct("<BI")
"""How a record begins: its kind, and how many bytes follow."""

_HEADER = struct.Struct("<QB")  # bytes of records, and whether something was left out
SLACK = 65536
"""Bytes beyond the limit for the few records that must not be lost: an error, a note."""


class Journal:
    """Records of one cell, up to a number of bytes.

    Parameters
    ----------
    limit : int
        Bytes of output; what comes after is left out.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._map = mmap.mmap(-1, _HEADER.size + limit + SLACK)
        self.excused: Callable[[], bool] | None = None
        """While a test runs: tells whether what writes to standard error is a student's code."""
        self.blamed = False
        """Whether a test itself has written there, or an error was shown while it ran."""
        self.adopt()

    def adopt(self) -> None:
        """Make this process the one that writes; called after a fork that takes over."""
        self.owner = _getpid()
        self._lock = threading.Lock()
        self._used: int
        self._used, cut = _HEADER.unpack_from(self._map)
        self._cut = bool(cut)
        self._open: tuple[int, int] | None = None

    @property
    def is_ours(self) -> bool:
        """Whether this process may write: a fork that the student made may not."""
        return _getpid() == self.owner

    @property
    def room(self) -> int:
        """Bytes of text that still fit."""
        return max(0, self.limit - self._used)

    @property
    def full(self) -> bool:
        """Whether output was left out, so that more of it changes nothing."""
        return self._cut

    def text(self, stream: int, data: bytes) -> None:
        """Write to a stream; text that follows text of the same stream joins it."""
        if stream == STDERR and self.excused is not None and data:
            self.blamed = self.blamed or not self.excused()
        with self._lock:
            fits = data[: max(0, self.limit - self._used - RECORD.size)]
            if fits and self._open is not None and self._open[0] == stream:
                self._extend(self._open[1], fits)
            elif fits:
                self._open = (stream, self._used)
                self._append(stream, fits)
            if len(fits) < len(data):
                self._note_cut()

    def event(self, *parts: Any, spare: bool = False) -> None:
        """Write anything else; ``spare`` is for small things that must not be left out."""
        if not self.is_ours:
            return
        try:
            message = encode(parts)
        except Unencodable:
            return
        with self._lock:
            self._open = None
            limit = self.limit + SLACK if spare else self.limit
            if self._used + RECORD.size + len(message) > limit:
                self._note_cut()
            else:
                self._append(EVENT, message)

    def read(self) -> tuple[bytes, bool]:
        """Return the records, and whether some were left out."""
        with self._lock:
            return self._map[_HEADER.size : _HEADER.size + self._used], self._cut

    def clear(self) -> None:
        """Forget the records; only when the host has them."""
        with self._lock:
            self._used, self._cut, self._open = 0, False, None
            _HEADER.pack_into(self._map, 0, 0, False)

    def _append(self, kind: int, data: bytes) -> None:
        at = _HEADER.size + self._used
        RECORD.pack_into(self._map, at, kind, len(data))
        self._put(at + RECORD.size, data)

    def _extend(self, record: int, data: bytes) -> None:
        at = _HEADER.size + record
        kind, length = RECORD.unpack_from(self._map, at)
        RECORD.pack_into(self._map, at, kind, length + len(data))
        self._put(_HEADER.size + self._used, data)

    def _put(self, at: int, data: bytes) -> None:
        end = at + len(data)
        self._map[at:end] = data
        self._used = end - _HEADER.size
        _HEADER.pack_into(self._map, 0, self._used, self._cut)

    def _note_cut(self) -> None:
        self._cut = True
        _HEADER.pack_into(self._map, 0, self._used, True)
