"""The student's process as a test sees it: names, values, proxies, calls in both directions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from ..sandbox import HostReference, Lost, Raised
from ..wire import Reference, Unencodable
from . import _comparing  # noqa: F401  # gives proxies their comparisons
from ._changes import may_change, take_over
from ._passage import Passage
from ._proxies import INSIDE
from ._raised import StudentProcessLost, lost, raise_again


class Session(Protocol):
    """What of a sandbox's session is needed here."""

    def look_up(self, name: str) -> Any: ...
    def bind(self, name: str, value: Any) -> None: ...
    def unbind(self, name: str) -> None: ...
    def names(self) -> frozenset[str]: ...
    def operate(self, op: str, target: Any, /, *args: Any, **kwargs: Any) -> Any: ...


class Around(Protocol):
    """What is done before and after the student's code is called."""

    def before_call(self, told: Callable[[Any], HostReference]) -> None: ...
    def after_call(self) -> None: ...


class Student:
    """Values go out and come in by copy; functions of the test become callable on the other side.

    Parameters
    ----------
    session : Session
        The student's process. Its ``serve`` has to be this object's `serve`.
    """

    def __init__(self, session: Session | None = None) -> None:
        self.session = session
        self._around: Around | None = None
        self._held: Callable[[], AbstractContextManager[None]] = nullcontext
        self._passage = Passage(self.operate, self.look_up)
        self.loss: StudentProcessLost | None = None

    def begin_cell(self) -> None:
        """Begin a test: ``loss`` is the loss of the process in it, which the test may hide."""
        self.loss = None

    def attend(
        self, session: Session, around: Around, held: Callable[[], AbstractContextManager[None]]
    ) -> None:
        """Go on with a session.

        Parameters
        ----------
        session : Session
            The student's process.
        around : Around
            Is told of every call of the student's code.
        held : callable
            Gives a context in which the test is not interrupted.
        """
        self.session, self._around, self._held = session, around, held

    def look_up(self, name: str) -> Any:
        """Return what a name stands for there; NameError when there is no such name."""
        return self._ask(lambda session: session.look_up(name))

    def bind(self, name: str, value: Any) -> None:
        """Give a name there a value."""
        self._ask(lambda session: session.bind(name, self._passage.outward(value)))

    def unbind(self, name: str) -> None:
        """Delete a name there."""
        self._ask(lambda session: session.unbind(name))

    def names(self) -> frozenset[str]:
        """Return the names that are defined there."""
        found: frozenset[str] = self._ask(lambda session: session.names())
        return found

    def operate(self, op: str, target: Reference, *args: Any, **kwargs: Any) -> Any:
        """Do something with an object there."""
        sent = [self._passage.outward(value) for value in args]
        named = {name: self._passage.outward(value) for name, value in kwargs.items()}
        if op != "call":
            return self._ask(lambda session: session.operate(op, target, *sent, **named))
        if not may_change((*args, *kwargs.values())):
            return self._call("call", target, sent, named)
        result, after, named_after = self._call("call_telling", target, sent, named)
        for ours, theirs in zip(args, after, strict=True):
            take_over(ours, theirs)
        for name, ours in kwargs.items():
            take_over(ours, named_after[name])
        return result

    def _call(self, op: str, target: Reference, args: list[Any], kwargs: dict[str, Any]) -> Any:
        def call(session: Session) -> Any:
            if self._around is None:
                return session.operate(op, target, *args, **kwargs)
            self._around.before_call(self._passage.told)
            try:
                return session.operate(op, target, *args, **kwargs)
            finally:
                self._around.after_call()

        try:
            return self._ask(call)
        except StopIteration as error:  # it would end an iteration of the test's, and well
            raise RuntimeError(f"StopIteration: {error}") from None

    def serve(self, function: HostReference, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function of the test for the student's code."""
        called = self._passage.function(function)
        plain = {name: self._passage.inward(value) for name, value in kwargs.items()}
        return self._passage.outward(called(*map(self._passage.inward, args), **plain))

    def _ask(self, question: Callable[[Session], Any]) -> Any:
        if self.session is None:
            raise RuntimeError("there is no session yet")
        try:
            with self._held():
                answer = question(self.session)
            return self._passage.inward(answer)
        except Raised as error:
            raise_again(error, self._passage.error_class(error.type_name))
        except Lost as error:
            self.loss = lost(error)
            raise self.loss from None
        except Unencodable as error:
            raise TypeError(f"The student's code cannot be given {error}; {INSIDE}.") from None
