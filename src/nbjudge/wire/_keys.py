"""Builds sets and dicts out of hostile keys in linear time.

Python puts keys into hash tables. The hash of a str or of bytes depends on a secret of the process;
that of a number does not, so that whoever writes the message can choose numbers that all meet. Two
things can then become slow, and each has its guard:

- Keys with equal hashes are compared with each other, and comparing frozensets of such keys takes
  the product of their sizes. The work is bounded from above *before* the table is built, and paid
  from a purse that grows with the message.
- Keys with different hashes can still be led through the same slots, thousands of steps each. That
  depends on the insides of Python; so it is measured, in seconds of this thread, while a large
  table is filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice, pairwise
from operator import itemgetter
from time import thread_time
from typing import TYPE_CHECKING, Any

from ._errors import WireError

if TYPE_CHECKING:
    import numpy.typing as npt

FREE_COMPARISONS = 2_000_000  # some 0.1 s
FREE_SECONDS = 0.5
SECONDS_PER_KEY = 4e-6  # ten times what ordinary keys take
CHUNK = 512


class Purse:
    """What one message may spend on keys that meet.

    Parameters
    ----------
    message_bytes : int
        Length of the message; each byte allows one comparison of small keys.
    """

    def __init__(self, message_bytes: int) -> None:
        self._comparisons = FREE_COMPARISONS + message_bytes
        self._seconds = FREE_SECONDS

    def spend(self, comparisons: int, reason: str = "too many keys have the same hash") -> None:
        """Pay for comparisons; WireError with the reason when the purse is empty."""
        self._comparisons -= comparisons
        if self._comparisons < 0:
            raise WireError(reason)

    def dict(self, keys: list[Any], values: Sequence[Any]) -> dict[Any, Any]:
        """Return the dict of keys and values, in their order."""
        self._meet(keys)
        built: dict[Any, Any] = {}
        self._fill(built, zip(keys, values, strict=True), len(keys))
        return built

    def set(self, keys: list[Any]) -> set[Any]:
        """Return the set of the keys."""
        self._meet(keys)
        built: set[Any] = set()
        self._fill(built, iter(keys), len(keys))
        return built

    def _fill(self, table: Any, entries: Iterator[Any], size: int) -> None:
        try:
            if size <= CHUNK // 8:
                table.update(entries)
            else:
                self._fill_slowly(table, entries)
        except WireError:
            raise
        except (TypeError, ValueError) as error:  # NumPy scalars refuse some comparisons
            raise WireError(f"keys cannot be compared: {error}") from None
        if len(table) != size:
            raise WireError("a key stands twice")

    def _fill_slowly(self, table: Any, entries: Iterator[Any]) -> None:
        while chunk := list(islice(entries, CHUNK)):
            start = thread_time()
            table.update(chunk)
            self._seconds -= thread_time() - start
            if self._seconds < 0:
                raise WireError("the keys take too long to tell apart")
            self._seconds = min(FREE_SECONDS, self._seconds + SECONDS_PER_KEY * len(chunk))

    def _meet(self, keys: list[Any]) -> None:
        """Pay for the comparisons between keys of equal hash."""
        try:
            hashes = [hash(key) for key in keys]
        except TypeError as error:
            raise WireError(f"a key cannot be one: {error}") from None
        ordered = sorted(hashes)
        if any(one == other for one, other in pairwise(ordered)):
            for group in _groups(zip(hashes, keys, strict=True)):
                for key in group:
                    self.spend((len(group) - 1) * _work(key))


def count_distinct(ordered: npt.NDArray[Any]) -> int:
    """Return how many values a sorted array has; ``np.unique`` hashes them, and openly."""
    if len(ordered) == 0:
        return 0
    return 1 + int((ordered[1:] != ordered[:-1]).sum())


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
