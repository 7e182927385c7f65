"""What leaves and enters the notebook: values by copy, other objects as references."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from nbjudge.wire import Limits, Reference, encode

_qualified_name = type.__dict__["__qualname__"].__get__  # no metaclass answers in its stead
_module = type.__dict__["__module__"].__get__

Call = Callable[[int, tuple[Any, ...], dict[str, Any]], Any]

GENERATION = 2**32
"""Handles of one generation; a state that takes over gives out those of the next."""


class HostFunction:
    """A function of the host, as the notebook sees it."""

    def __init__(self, handle: int, name: str, call: Call) -> None:
        self._handle = handle
        self._call = call
        self.__name__ = self.__qualname__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it there."""
        return self._call(self._handle, args, kwargs)

    def __iter__(self) -> HostFunction:
        """Iterate: an iterator of the host is known by what gives its next value."""
        return self

    def __next__(self) -> Any:
        """Call it there for the next value."""
        return self._call(self._handle, (), {})

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"


class Objects:
    """The objects that the host was told of, by their numbers.

    Parameters
    ----------
    call : callable
        Calls a function of the host.
    limits : Limits
        For what goes out.
    """

    def __init__(self, call: Call, limits: Limits) -> None:
        self._call = call
        self._limits = limits
        self._by_handle: dict[int, Any] = {}
        self._handles: dict[int, int] = {}  # by id: what was told stays alive, so ids stay true
        self._next = 1

    def begin_generation(self, generation: int) -> None:
        """Give out numbers that no state before has given out."""
        self._next = max(self._next, generation * GENERATION + 1)

    def encode(self, value: Any) -> bytes:
        """Return a value as a message, references in the place of what cannot be copied."""
        return encode(value, limits=self._limits, fallback=self._refer)

    def resolve(self, value: Any) -> Any:
        """Return a value that came in, with objects in the place of references."""
        own = type(value)
        if own is Reference:
            return self._object(value)
        if own is dict:
            return {self.resolve(key): self.resolve(each) for key, each in value.items()}
        if own in (list, tuple, set, frozenset):
            return own(self.resolve(each) for each in value)
        return value

    def _object(self, reference: Reference) -> Any:
        if reference.handle < 0:
            if (known := _known_type(reference.type_name)) is not None:
                return known
            return HostFunction(reference.handle, reference.type_name, self._call)
        if reference.handle not in self._by_handle:
            raise ReferenceError("the object is gone: the state that had it was given up")
        return self._by_handle[reference.handle]

    def _refer(self, value: Any) -> Reference:
        if type(value) is HostFunction:
            return Reference(value._handle, value.__name__)
        handle = self._handles.get(id(value))
        if handle is None:
            handle, self._next = self._next, self._next + 1
            self._handles[id(value)] = handle
            self._by_handle[handle] = value
        return Reference(handle, type_name(type(value)))


def _known_type(name: str) -> type | None:
    """Return the type of Python's or NumPy's that the host means by "type builtins.int"."""
    module, _, bare = name.removeprefix("type ").rpartition(".")
    if not name.startswith("type ") or module not in sys.modules:
        return None
    found = vars(sys.modules[module]).get(bare)
    return found if isinstance(found, type) else None


def type_name(own: type) -> str:
    """Return a type's name with its module, whatever its metaclass says."""
    name = str(_qualified_name(own))[:200]
    module = _module(own)
    if type(module) is not str or module == "builtins":
        return name
    return f"{module[:200]}.{name}"
