"""How a student's object compares: never by its own word against a value of the test.

An object of a subclass of ``int``, ``list``, ``dict`` … is compared as the plain value that it
holds. Any other object is different from every plain value, whatever its ``__eq__`` says. Two
objects of the student's are compared over there: a test of a student's own class is about that.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ._proxies import StudentObject, about, do

_VIEWS = {"dict_keys": "set", "dict_items": "set"}

OPERATORS = ("eq", "ne", "lt", "le", "gt", "ge")


def compare(op: str, own: StudentObject, other: Any) -> Any:
    """Return what ``own op other`` is."""
    if isinstance(other, StudentObject):
        return bool(do(op, own, other))
    known = about(own)
    kind = known.plain or _VIEWS.get(known.mro[0] if known.mro else "")
    if kind is not None:
        held = do("set" if kind == "frozenset" else kind, own)
        if not isinstance(held, StudentObject):
            return getattr(operator, op)(held, other)
    return {"eq": False, "ne": True}.get(op, NotImplemented)


def _comparing(op: str) -> Callable[[StudentObject, Any], Any]:
    return lambda own, other: compare(op, own, other)


for _op in OPERATORS:
    setattr(StudentObject, f"__{_op}__", _comparing(_op))
