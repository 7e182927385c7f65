"""How a student's object compares: never by its own word against a value of the test.

An object of a subclass of ``int``, ``list``, ``dict`` … is compared as the plain value that it
holds. Any other object is different from every plain value, whatever its ``__eq__`` says. Two
objects of the student's are compared over there: a test of a student's own class is about that.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ._proxies import StudentObject, reference_of

PLAIN = (
    "bool",
    "int",
    "float",
    "complex",
    "str",
    "bytes",
    "list",
    "tuple",
    "set",
    "frozenset",
    "dict",
)
"""Builtin types that an object may be one of, in the order in which they are looked for."""

OPERATORS = ("eq", "ne", "lt", "le", "gt", "ge")


def compare(op: str, own: StudentObject, other: Any) -> Any:
    """Return what ``own op other`` is."""
    if isinstance(other, StudentObject):
        return bool(_there(op, own, other))
    value = _plain(own)
    if value is not own:
        return getattr(operator, op)(value, other)
    return {"eq": False, "ne": True}.get(op, NotImplemented)


def _plain(own: StudentObject) -> Any:
    """Return the plain value that an object holds, or the object itself."""
    mro = _there("describe", own)["mro"]
    for name in PLAIN:
        if name in mro:
            return _there("set" if name == "frozenset" else name, own)
    return own


def _there(op: str, own: StudentObject, *args: Any) -> Any:
    operate = object.__getattribute__(own, "_operate")
    return operate(op, reference_of(own), *args)


def _comparing(op: str) -> Callable[[StudentObject, Any], Any]:
    return lambda own, other: compare(op, own, other)


for _op in OPERATORS:
    setattr(StudentObject, f"__{_op}__", _comparing(_op))
