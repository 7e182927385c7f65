"""Builds sets and dicts out of hostile keys in linear time.

Python puts keys into hash tables. The hash of a str or of bytes depends on a secret of the process
(which a process forked from the same parent knows); that of a number does not, so that the writer
of a message can choose keys that all meet. Two things can then become slow, and each has its guard:

- Keys with equal hashes are compared with each other, and comparing frozensets of such keys takes
  the product of their sizes. The work is bounded from above *before* the table is built, and paid
  from a budget that grows with the message.
- Keys with different hashes can still be led through the same slots, thousands of steps each. That
  depends on the insides of Python; so it is measured, in seconds of this thread, while a large
  table is filled.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from operator import eq, itemgetter
from typing import Any

from ._limits import WireError

FREE_COMPARISONS = 2_000_000  # some 0.1 s
FREE_SECONDS = 0.5
SECONDS_PER_KEY = 4e-6  # ten times what ordinary keys take
CHUNK = 512


class HashBudget:
    """What one message may spend on keys that meet: a comparison of small keys for each byte."""

    def __init__(self, message_bytes: int) -> None:
        self._comparisons = FREE_COMPARISONS + message_bytes
        self._seconds = FREE_SECONDS

    def fill(self, table: Any, keys: list[Any], entries: Iterable[Any]) -> None:
        """Put the entries of a set or dict into an empty one; there must be one for each key."""
        self._pay(keys)
        try:
            if len(keys) <= CHUNK // 8:
                table.update(entries)
            else:
                self._fill_slowly(table, iter(entries))
        except WireError:
            raise
        except Exception as error:  # NumPy scalars refuse comparisons in several ways
            raise WireError(f"keys cannot be compared: {error!s:.80}") from None
        if len(table) != len(keys):
            raise WireError("a key stands twice")

    def _fill_slowly(self, table: Any, entries: Iterator[Any]) -> None:
        while chunk := list(islice(entries, CHUNK)):
            start = time.thread_time()
            table.update(chunk)
            self._seconds -= time.thread_time() - start
            if self._seconds < 0:
                raise WireError("the keys take too long to tell apart")
            self._seconds = min(FREE_SECONDS, self._seconds + SECONDS_PER_KEY * len(chunk))

    def _pay(self, keys: list[Any]) -> None:
        """Pay for the comparisons between keys of equal hash."""
        try:
            hashes = list(map(hash, keys))
        except Exception as error:  # a list; a NumPy time difference without a unit
            raise WireError(f"a key cannot be one: {error!s:.80}") from None
        ordered = sorted(hashes)
        if not any(map(eq, ordered, islice(ordered, 1, None))):
            return
        for group in _groups(zip(hashes, keys, strict=True)):
            for key in group:
                self._comparisons -= (len(group) - 1) * _work(key)
                if self._comparisons < 0:
                    raise WireError("too many keys have the same hash")


def _groups(hashed: Iterable[tuple[int, Any]]) -> Iterator[list[Any]]:
    """Yield the keys of each hash that several have."""
    by_hash = itemgetter(0)
    for _, group in groupby(sorted(hashed, key=by_hash), key=by_hash):
        keys = [key for _, key in group]
        if len(keys) > 1:
            yield keys


def _work(key: object) -> int:
    """Return a bound on the work of comparing a key with another of the same hash."""
    total = 0
    todo: list[tuple[Any, int]] = [(key, 1)]
    while todo:
        part, times = todo.pop()
        total += times * _size(part)
        if type(part) is tuple:
            todo.extend((each, times) for each in part)
        elif type(part) is frozenset:
            crowd = max((len(group) for group in _groups((hash(x), x) for x in part)), default=1)
            todo.extend((each, times * crowd) for each in part)
    return total


def _size(part: Any) -> int:
    """Return the size of one key in words, what it contains left out."""
    if type(part) is int:
        return 1 + part.bit_length() // 64
    return 1 + len(part) // 8 if isinstance(part, str | bytes) else 1
