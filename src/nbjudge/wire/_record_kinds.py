"""The values of the standard library that are taken apart into parts, and put together again.

A path is not among them: a test that writes to one of the student's would write wherever the
student wants.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from ._errors import Unencodable

LARGEST = 2**256
"""Ints inside: Python reduces fractions in more than linear time."""

LONGEST = 1000
"""Characters of a Decimal, and its greatest exponent: tests turn them into other numbers."""

WORDS = 624
"""In the state of a Mersenne twister, Python's and NumPy's."""

Parts = Iterable[Any]


@dataclass(frozen=True)
class Kind:
    """How values of one type are taken apart and put together.

    Parameters
    ----------
    number : int
        What it is called on the wire.
    own : type
        The exact type.
    apart, together : callable
        ``together(*apart(value))`` is the value again. The first may raise Unencodable, the second
        ValueError, TypeError or ArithmeticError; it checks what it is given.
    """

    number: int
    own: type
    apart: Callable[[Any], Parts]
    together: Callable[..., Any]


def whole_number(value: Any) -> int:
    """Return an int of moderate size, as it is; ValueError for anything else."""
    if type(value) is not int or abs(value) >= LARGEST:
        raise ValueError("a part is no int of moderate size")
    return value


def _zone(offset: timedelta | None) -> timezone | None:
    if offset is not None and type(offset) is not timedelta:
        raise ValueError("an offset is no timedelta")
    return None if offset is None else timezone(offset)


def _offset(zone: tzinfo | None) -> timedelta | None:
    if zone is not None and type(zone) is not timezone:
        raise Unencodable(f"a time in a zone of type {type(zone).__name__:.80}")
    return None if zone is None else zone.utcoffset(None)


def _datetime(zone: Any, fold: Any, *parts: Any) -> datetime:
    year, month, day, hour, minute, second, micro = map(whole_number, parts)
    zoned, late = _zone(zone), whole_number(fold)
    return datetime(year, month, day, hour, minute, second, micro, zoned, fold=late)


def _time(zone: Any, fold: Any, *parts: Any) -> time:
    hour, minute, second, micro = map(whole_number, parts)
    return time(hour, minute, second, micro, _zone(zone), fold=whole_number(fold))


def _clock(value: Any) -> Parts:
    return value.hour, value.minute, value.second, value.microsecond


def _decimal(text: Any) -> Decimal:
    if type(text) is not str or len(text) > LONGEST:
        raise ValueError("its text is too long, or none")
    value = Decimal(text)
    if value.is_finite() and abs(value.adjusted()) > LONGEST:
        raise ValueError("its exponent is too large")
    return value


def _bytearray(content: Any) -> bytearray:
    if type(content) is not bytes:
        raise ValueError("its content is not bytes")
    return bytearray(content)


def _deque(longest: Any, *items: Any) -> deque[Any]:
    return deque(items, longest if longest is None else whole_number(longest))


def _random(version: Any, state: Any, spare: Any) -> Random:
    words = list(map(whole_number, state)) if type(state) is tuple else []
    if version != 3 or len(words) != WORDS + 1 or not all(0 <= word < 2**32 for word in words):
        raise ValueError("its state is none")
    if spare is not None and type(spare) is not float:
        raise ValueError("its state is none")
    made = Random(0)
    made.setstate((3, state, spare))
    return made


def _bounds(value: Any) -> Parts:
    return value.start, value.stop, value.step


def _slice(*parts: Any) -> slice:
    return slice(*(part if part is None else whole_number(part) for part in parts))


def _of_ints(make: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *parts: make(*map(whole_number, parts))


KINDS = (
    Kind(0, date, lambda d: (d.year, d.month, d.day), _of_ints(date)),
    Kind(1, time, lambda t: (_offset(t.tzinfo), t.fold, *_clock(t)), _time),
    Kind(
        2,
        datetime,
        lambda d: (_offset(d.tzinfo), d.fold, d.year, d.month, d.day, *_clock(d)),
        _datetime,
    ),
    Kind(3, timedelta, lambda t: (t.days, t.seconds, t.microseconds), _of_ints(timedelta)),
    Kind(4, timezone, lambda z: (_offset(z),), lambda offset: _zone(offset) or UTC),
    Kind(5, Decimal, lambda d: (str(d),), _decimal),
    Kind(6, Fraction, lambda f: (f.numerator, f.denominator), _of_ints(Fraction)),
    Kind(7, range, _bounds, _of_ints(range)),
    Kind(8, slice, _bounds, _slice),
    Kind(9, type(...), lambda e: (), lambda: ...),
    Kind(10, bytearray, lambda b: (bytes(b),), _bytearray),
    Kind(12, Random, lambda r: r.getstate(), _random),
    Kind(11, deque, lambda d: (d.maxlen, *d), _deque),
)
