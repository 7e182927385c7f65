"""Values on their way between a test and the student's process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from ..sandbox import HostReference
from ..wire import Reference
from ._about import FUNCTION, About
from ._errors import ErrorClasses
from ._proxies import Operate, StudentObject, reference_of
from ._special import proxy

_CALLABLE = frozenset({"function", "builtin_function_or_method", "method"})
"""Types of which no question is needed."""

_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))


class Passage:
    """Knows the student's objects that a test has met, and the test's functions that went out.

    Parameters
    ----------
    operate : callable
        Does something with an object of the student's.
    look_up : callable
        Returns what a name of the student's stands for.
    """

    def __init__(self, operate: Operate, look_up: Callable[[str], Any]) -> None:
        self._operate = operate
        self._look_up = look_up
        self._errors = ErrorClasses()
        self._functions: dict[int, Callable[..., Any]] = {}
        self._proxies: dict[int, StudentObject | type] = {}

    def outward(self, value: Any) -> Any:
        """Return what is sent in a value's place."""
        if isinstance(value, StudentObject):
            return reference_of(value)
        kind = type(value)
        if kind in (list, tuple, set, frozenset):
            return kind(self.outward(each) for each in value)
        if kind is dict:
            return {self.outward(key): self.outward(each) for key, each in value.items()}
        if kind in _VIEWS:
            return [self.outward(each) for each in value]
        if (reference := self._errors.reference(value)) is not None:
            return reference
        if callable(value):
            return self.told(value)
        return self.told(value.__next__) if isinstance(value, Iterator) else value

    def told(self, function: Callable[..., Any]) -> HostReference:
        """Return what stands there for a function of the test."""
        handle = id(function)  # kept below, so that it stays the only one of this number
        self._functions[handle] = function
        return HostReference(handle, _name_of(function))

    def function(self, reference: HostReference) -> Callable[..., Any]:
        """Return the function that was told of."""
        return self._functions[reference.handle]

    def inward(self, value: Any) -> Any:
        """Return what stands here for a value that came in."""
        kind = type(value)
        if kind is Reference:
            return self._proxy(value)
        if kind is HostReference:
            return self._functions.get(value.handle, value)
        if kind in (list, tuple, set, frozenset):
            return kind(self.inward(each) for each in value)
        if kind is dict:
            return {self.inward(key): self.inward(each) for key, each in value.items()}
        return value

    def error_class(self, name: str) -> type[BaseException] | None:
        """Return the class here of an exception; Python asks what a test catches only later."""
        if self._errors.nearest(name) is None and name.isidentifier():
            with suppress(NameError):
                self._look_up(name)
        return self._errors.nearest(name)

    def _proxy(self, reference: Reference) -> StudentObject | type:
        """Return what stands for an object: the same for the same, so that ``is`` holds."""
        known = self._proxies.get(reference.handle)
        if known is None:
            known = self._proxies[reference.handle] = self._new_proxy(reference)
        return known

    def _new_proxy(self, reference: Reference) -> StudentObject | type:
        if reference.type_name in _CALLABLE:
            return proxy(reference, self._operate, FUNCTION)
        about = About.of(self._operate("describe", reference))
        error = self._errors.learn(about.lineage, reference)
        return error or about.is_type or proxy(reference, self._operate, about)


def _name_of(function: Callable[..., Any]) -> str:
    """Return what the student's side calls it; there are types of Python and NumPy there too."""
    name = str(getattr(function, "__name__", "function"))
    if isinstance(function, type) and function.__module__ in ("builtins", "numpy"):
        return f"type {function.__module__}.{name}"
    return name
