"""What stands in a test for an object that stays in the student's process."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np

from ..wire import Reference

DESCRIBING = frozenset(
    {"__name__", "__qualname__", "__doc__", "__module__", "__annotations__", "__dict__"}
)
"""Special attributes that are forwarded. Others are protocols by which a library in this process
would believe the student's object, down to addresses in memory (``__array_interface__``)."""


class Operate(Protocol):
    """Does something with an object in the student's process, and returns a value or a proxy."""

    def __call__(self, op: str, target: Reference, *args: Any, **kwargs: Any) -> Any:
        """Raise what the student's code raises."""


class StudentObject:
    """An object of the student's: what a test does with it is done there."""

    __slots__ = ("_operate", "_reference")

    def __init__(self, reference: Reference, operate: Operate) -> None:
        object.__setattr__(self, "_reference", reference)
        object.__setattr__(self, "_operate", operate)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__") and name not in DESCRIBING:
            raise AttributeError(name)
        return self._operate("getattr", self._reference, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._operate("setattr", self._reference, name, value)

    def __delattr__(self, name: str) -> None:
        self._operate("delattr", self._reference, name)

    def __iter__(self) -> Iterator[Any]:
        iterator: Iterator[Any] = self._operate("iter", self._reference)  # itself a proxy
        return iterator

    def __next__(self) -> Any:
        return self._operate("next", self._reference)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the array that NumPy makes of the object over there."""
        array = self._plain("array", np.ndarray)
        return array if dtype is None else array.astype(dtype)

    def __repr__(self) -> str:
        return self._text("repr")

    def __str__(self) -> str:
        return self._text("str")

    def __format__(self, form: str) -> str:
        return format(self._text("str"), form)

    def __bool__(self) -> bool:
        return bool(self._plain("bool", bool))

    def __len__(self) -> int:
        return operator.index(self._plain("len", int))

    def __hash__(self) -> int:
        return operator.index(self._plain("hash", int))

    def __contains__(self, item: Any) -> bool:
        return bool(self._operate("contains", self._reference, item))

    def _text(self, op: str) -> str:
        return str(self._plain(op, str))

    def _plain(self, op: str, kind: type) -> Any:
        """Return a value of a builtin type; a student's object must not answer for itself here."""
        value = self._operate(op, self._reference)
        if not isinstance(value, kind):
            raise TypeError(f"{op} of a student's object gave no {kind.__name__}")
        return value


class StudentFunction(StudentObject):
    """A function or class of the student's."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it there."""
        return self._operate("call", self._reference, *args, **kwargs)


def _forward(op: str) -> Callable[..., Any]:
    def done(self: StudentObject, *args: Any) -> Any:
        return self._operate(op, self._reference, *args)

    return done


_BINARY = "add sub mul truediv floordiv mod pow matmul lshift rshift and or xor".split()
_FORWARDED = [
    *_BINARY,
    *(f"r{name}" for name in _BINARY),
    *(f"i{name}" for name in _BINARY),
    *"getitem setitem delitem neg pos abs invert round divmod int float complex reversed".split(),
]
"""Operators whose result is whatever the student's object gives."""

for _name in _FORWARDED:
    setattr(StudentObject, f"__{_name}__", _forward(_name))


def proxy(reference: Reference, operate: Operate, *, is_callable: bool) -> StudentObject:
    """Return the proxy of an object."""
    return (StudentFunction if is_callable else StudentObject)(reference, operate)


def reference_of(value: StudentObject) -> Reference:
    """Return what a proxy stands for."""
    reference: Reference = object.__getattribute__(value, "_reference")
    return reference
