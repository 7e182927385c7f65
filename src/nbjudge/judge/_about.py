"""What the student's process says of an object, held to its form; what it says may be a lie."""

from __future__ import annotations

import builtins
import types
from dataclasses import dataclass
from typing import Any, Self, cast

import numpy as np

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

_SEEMS: dict[str, type] = {
    "generator": types.GeneratorType,
    "coroutine": types.CoroutineType,
}
"""Other types that ``isinstance`` may find an object to be of."""

_SCALARS: dict[str, type] = {f"numpy.{own.__name__}": own for own in np.sctypeDict.values()}
"""Other types of NumPy's do more when they are called: ``np.memmap`` opens files."""


@dataclass(frozen=True)
class About:
    """What is known of one object of the student's.

    Parameters
    ----------
    mro : tuple of str
        What its type descends from, itself first.
    lineage : tuple of str
        Of a class, what it descends from, itself first.
    special : frozenset of str
        Special methods that it has.
    of_instances : frozenset of str
        Of a class, special methods that its objects have.
    callable : bool
        Whether it can be called.
    """

    mro: tuple[str, ...]
    lineage: tuple[str, ...] = ()
    special: frozenset[str] = frozenset()
    of_instances: frozenset[str] = frozenset()
    callable: bool = False

    @classmethod
    def of(cls, said: Any) -> Self:
        """Read a description; TypeError when it is none."""
        texts = ("mro", "lineage", "special", "of_instances")
        if type(said) is not dict or not all(_is_texts(said.get(name)) for name in texts):
            raise TypeError("the student's process does not say what the object is")
        mro, lineage, special, of_instances = (tuple(said[name]) for name in texts)
        able = said.get("callable") is True
        return cls(mro, lineage, frozenset(special), frozenset(of_instances), able)

    @property
    def plain(self) -> str | None:
        """The builtin type whose value it holds, if it is of a subclass of one."""
        return next((name for name in PLAIN if name in self.mro), None)

    @property
    def seems(self) -> type | None:
        """The type that ``isinstance`` is to find, if it is one that everybody knows."""
        name = self.plain
        return getattr(builtins, name) if name else _SEEMS.get(self.mro[0] if self.mro else "")

    @property
    def is_type(self) -> type | None:
        """A type of Python's or NumPy's that only holds values, if it is that: ``int``."""
        name = self.lineage[0] if self.lineage else ""
        if name in PLAIN or name == "object":
            return cast(type, getattr(builtins, name))
        return _SCALARS.get(name)


FUNCTION = About(("function", "object"), callable=True)
"""Of plain functions nothing need be asked."""


def _is_texts(value: Any) -> bool:
    return type(value) is tuple and all(type(each) is str for each in value)
