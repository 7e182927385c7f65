"""The student's process as a test sees it: names, values, proxies, calls in both directions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Protocol

from ..sandbox import HostReference, Lost, Raised
from ..wire import Reference
from . import _comparing  # noqa: F401  # gives proxies their comparisons
from ._changes import may_change, take_over
from ._proxies import StudentObject, proxy, reference_of
from ._raised import raise_again, raise_lost

CALLABLE = frozenset({"function", "builtin_function_or_method", "method", "type"})
"""Types of which no question is needed."""


class Session(Protocol):
    """What of a sandbox's session is needed here."""

    def look_up(self, name: str) -> Any: ...
    def bind(self, name: str, value: Any) -> None: ...
    def unbind(self, name: str) -> None: ...
    def names(self) -> frozenset[str]: ...
    def operate(self, op: str, target: Any, /, *args: Any, **kwargs: Any) -> Any: ...


class Student:
    """Values go out and come in by copy; functions of the test become callable on the other side.

    Parameters
    ----------
    session : Session
        The student's process. Its ``serve`` has to be this object's `serve`.
    """

    def __init__(self, session: Session | None = None) -> None:
        self.session = session
        self._functions: dict[int, Callable[..., Any]] = {}

    def look_up(self, name: str) -> Any:
        """Return what a name stands for there; NameError when there is no such name."""
        return self._ask(lambda session: session.look_up(name))

    def bind(self, name: str, value: Any) -> None:
        """Give a name there a value."""
        self._ask(lambda session: session.bind(name, self._outward(value)))

    def unbind(self, name: str) -> None:
        """Delete a name there."""
        self._ask(lambda session: session.unbind(name))

    def names(self) -> frozenset[str]:
        """Return the names that are defined there."""
        found: frozenset[str] = self._ask(lambda session: session.names())
        return found

    def operate(self, op: str, target: Reference, *args: Any, **kwargs: Any) -> Any:
        """Do something with an object there."""
        sent = [self._outward(value) for value in args]
        named = {name: self._outward(value) for name, value in kwargs.items()}
        if op != "call" or not may_change((*args, *kwargs.values())):
            return self._ask(lambda session: session.operate(op, target, *sent, **named))
        result, after, named_after = self._ask(
            lambda session: session.operate("call_telling", target, *sent, **named)
        )
        for ours, theirs in zip(args, after, strict=True):
            take_over(ours, theirs)
        for name, ours in kwargs.items():
            take_over(ours, named_after[name])
        return result

    def serve(self, function: HostReference, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function of the test for the student's code."""
        called = self._functions[function.handle]
        plain = {name: self._inward(value) for name, value in kwargs.items()}
        return self._outward(called(*map(self._inward, args), **plain))

    def _ask(self, question: Callable[[Session], Any]) -> Any:
        if self.session is None:
            raise RuntimeError("there is no session yet")
        try:
            return self._inward(question(self.session))
        except Raised as error:
            raise_again(error)
        except Lost as error:
            self._lost(error)

    def _lost(self, error: Lost) -> NoReturn:
        raise_lost(error)

    def _outward(self, value: Any) -> Any:
        if isinstance(value, StudentObject):
            return reference_of(value)
        kind = type(value)
        if kind in (list, tuple, set, frozenset):
            return kind(self._outward(each) for each in value)
        if kind is dict:
            return {self._outward(key): self._outward(each) for key, each in value.items()}
        if callable(value):
            return self._told(value)
        return value

    def _told(self, function: Callable[..., Any]) -> HostReference:
        handle = id(function)  # kept below, so that it stays the only one of this number
        self._functions[handle] = function
        return HostReference(handle, str(getattr(function, "__name__", "function")))

    def _inward(self, value: Any) -> Any:
        kind = type(value)
        if kind is Reference:
            return self._proxy(value)
        if kind is HostReference:
            return self._functions.get(value.handle, value)
        if kind in (list, tuple):
            return kind(self._inward(each) for each in value)
        if kind is dict:
            return {key: self._inward(each) for key, each in value.items()}
        return value

    def _proxy(self, reference: Reference) -> StudentObject:
        known = reference.type_name in CALLABLE
        described = known or self.operate("describe", reference)["callable"]
        return proxy(reference, self.operate, is_callable=bool(described))
