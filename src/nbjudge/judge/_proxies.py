"""What stands in a test for an object that stays in the student's process."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, Protocol

from ..wire import Reference
from ._about import About

DESCRIBING = frozenset(
    {
        *("__name__", "__qualname__", "__doc__", "__module__", "__annotations__", "__dict__"),
        *("__defaults__", "__kwdefaults__", "__bases__", "__mro__"),
    }
)
"""Special attributes that are forwarded. Others are protocols by which a library in this process
would believe the student's object, down to addresses in memory (``__array_interface__``)."""

INSIDE = "give this test cell the tag 'nbjudge-inside', so that it runs in the student's process"


class Operate(Protocol):
    """Does something with an object in the student's process, and returns a value or a proxy."""

    def __call__(self, op: str, target: Reference, *args: Any, **kwargs: Any) -> Any:
        """Raise what the student's code raises."""


class StudentObject:
    """An object of the student's: what a test does with it is done there.

    Special methods that only some objects have are those of `_special`: a proxy gets the ones that
    its object has, and no others, or an empty class would pass for a container.
    """

    __slots__ = ("_nbjudge_about", "_nbjudge_operate", "_nbjudge_reference")

    def __init__(self, reference: Reference, operate: Operate, about: About) -> None:
        object.__setattr__(self, "_nbjudge_reference", reference)
        object.__setattr__(self, "_nbjudge_operate", operate)
        object.__setattr__(self, "_nbjudge_about", about)

    def __getattr__(self, name: str) -> Any:
        special = name.startswith("__") and name.endswith("__")
        if special and name not in DESCRIBING and name not in self._nbjudge_about.of_instances:
            raise AttributeError(name)
        return do("getattr", self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        do("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        do("delattr", self, name)

    def __dir__(self) -> Iterable[str]:
        return [name for name in do("dir", self) if type(name) is str]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the array that NumPy makes of the object over there."""
        import numpy as np

        array = plain("array", self, np.ndarray)
        return array if dtype is None else array.astype(dtype)

    def __repr__(self) -> str:
        return str(plain("repr", self, str))

    def __str__(self) -> str:
        return str(plain("str", self, str))

    def __format__(self, form: str) -> str:
        return format(str(plain("str", self, str)), form)

    def __hash__(self) -> int:
        return operator.index(plain("hash", self, int))

    def __copy__(self) -> Any:
        return do("copy", self)

    def __deepcopy__(self, memory: Any) -> Any:
        return do("deepcopy", self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"an object of the student's cannot be pickled here; {INSIDE}")


class StudentFunction(StudentObject):
    """A function or class of the student's."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it there."""
        return do("call", self, *args, **kwargs)

    def __instancecheck__(self, instance: Any) -> bool:
        """Whether an object of the student's is of this class of the student's."""
        return isinstance(instance, StudentObject) and do("has_instance", self, instance) is True

    def __subclasscheck__(self, subclass: Any) -> bool:
        """Whether a class of the student's descends from this one."""
        return isinstance(subclass, StudentObject) and do("has_subclass", self, subclass) is True

    def __mro_entries__(self, bases: Any) -> Any:
        """Refuse to be the base of a class of the test."""
        raise TypeError(f"a class of the student's cannot be a base class here; {INSIDE}")


def do(op: str, own: StudentObject, *args: Any, **kwargs: Any) -> Any:
    """Have something done with an object where it is."""
    operate: Operate = object.__getattribute__(own, "_nbjudge_operate")
    return operate(op, reference_of(own), *args, **kwargs)


def plain(op: str, own: StudentObject, kind: type) -> Any:
    """Return a value of a builtin type; a student's object must not answer for itself here."""
    value = do(op, own)
    if not isinstance(value, kind):
        raise TypeError(f"{op} of a student's object gave no {kind.__name__}")
    return value


def reference_of(value: StudentObject) -> Reference:
    """Return what a proxy stands for."""
    reference: Reference = object.__getattribute__(value, "_nbjudge_reference")
    return reference


def about(value: StudentObject) -> About:
    """Return what is known of the object that a proxy stands for."""
    known: About = object.__getattribute__(value, "_nbjudge_about")
    return known
