"""Calls between an isolated test and the student's code, each in a process of its own.

One end is in either process. What a call carries are bytes that the host passes on unread: values
go by copy, functions stay where they are and are called from afar. Calls nest: what is called may
call back before it answers. What a call has changed in its arguments comes back with the answer.

A message is a kind and its content: ``call`` with a request, ``return`` with an answer, and from
the host ``lost`` with a sentence when there will be no answer. Requests and answers are tuples of
plain data; `_Serving` and `Calls._result` tell what stands in them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from nbjudge.wire import Limits, Reference, Unencodable, WireError, decode, encode

from . import interrupts
from .exceptions import NotPlainDataError, StudentProcessLost, described, rebuilt

_exit = os._exit  # whatever the student makes of it

_RULE = "; only plain data and functions go between a test and the student's code"

GENERATION = 2**32
"""Handles of one generation; a state that takes over gives out those of the next."""


class Calls:
    """One end of the line.

    A process that cannot take in what is sent to it ends. A part of the message is lost then, or
    lies there still, and what follows would be read as something else: an answer as the next test,
    or bytes in the middle of a value as a message.

    Parameters
    ----------
    send : callable
        Sends a kind and its content to the host.
    receive : callable
        Returns the next message from there.
    limits : Limits
        For each message.
    look_up : callable, optional
        Returns what a name stands for here; without it the other side may ask for none.
    """

    def __init__(
        self,
        send: Callable[[str, bytes], None],
        receive: Callable[[], tuple[Any, ...]],
        limits: Limits,
        look_up: Callable[[str], Any] | None = None,
    ) -> None:
        self._send = send
        self._receive = receive
        self._limits = limits
        self._look_up = look_up
        self._functions: dict[int, Callable[..., Any]] = {}  # ours; by negative handles, theirs
        self._handles: dict[int, int] = {}  # by id: what was told stays alive, so ids stay true
        self._theirs: dict[int, int] = {}  # by id of what stands here for one of theirs
        self._next = 1
        self._open = 0
        self._is_test = False
        self.refused = ""
        """Why a value could not cross, since `begin`: the first reason, whatever became of it."""

    def begin_generation(self, generation: int) -> None:
        """Give out numbers that no state before has given out."""
        self._next = max(self._next, generation * GENERATION + 1)

    def ask(self, name: str) -> Any:
        """Return what the other side calls by a name; NameError when there is no such name."""
        return self._ask(("name", name))

    def answer(self, content: bytes) -> bytes:
        """Do what the other side asks for, and return the answer."""
        self._open += 1
        try:
            return self._served(content)
        except BaseException as error:
            return self._encoded(described(error, shows_frames=not self._is_test))
        finally:
            self._open -= 1

    def begin(self) -> None:
        """Begin a test: the other side may be asked until `finish`, and sees no frame of it."""
        self._open += 1
        self._is_test = True
        self.refused = ""

    def finish(self) -> None:
        """Let them be called no more."""
        self._open -= 1

    def _served(self, content: bytes) -> bytes:
        kind, *request = self._decoded(content)
        if kind == "name" and self._look_up is not None:
            name = str(request[0])
            return self._answer(self._encoded(self._look_up(name), f"{name!r} of the student's"))
        handle, *packed = request
        function = self._functions.get(handle) if handle > 0 else None
        if kind != "call" or function is None:
            raise ReferenceError("the function is gone: the state that had it was given up")
        args, kwargs = self._unpacked(*packed)
        parts = [*args, *kwargs.values()]
        before = [self._image(part) for part in parts]
        result = self._encoded(function(*args, **kwargs), f"the answer of {_name_of(function)}")
        after = [
            None if image is None else self._image(part)
            for part, image in zip(parts, before, strict=True)
        ]
        changed = {
            n: new for n, (new, old) in enumerate(zip(after, before, strict=True)) if new != old
        }
        return self._answer(result, changed)

    def _answer(self, result: bytes, changed: dict[int, bytes | None] | None = None) -> bytes:
        return self._encoded(("value", result, changed or {}))

    def _image(self, value: Any) -> bytes | None:
        """Return a value's bytes; None when nothing could change in it."""
        if isinstance(value, str | bytes | int | float | complex | None) or callable(value):
            return None
        return self._encoded(value, "a changed argument")

    def _ask(self, request: tuple[Any, ...], parts: Sequence[Any] = ()) -> Any:
        """Ask the other side, and do what it asks for until it answers."""
        if not self._open:
            raise RuntimeError("a function of a test can be called only while the test runs")
        if not interrupts.in_main_thread():
            raise RuntimeError("a function of a test can be called in the main thread only")
        with interrupts.held_off():
            self._send("call", self._encoded(request))
            while True:
                try:
                    kind, content = self._receive()
                except BaseException:  # for want of memory, say: see `Calls`
                    _exit(1)
                if kind == "call":
                    with interrupts.heard():
                        answer = self.answer(content)
                    self._send("return", answer)
                elif kind == "return":
                    return self._result(self._decoded(content), parts)
                else:
                    raise StudentProcessLost(str(content))

    def _result(self, answer: tuple[Any, ...], parts: Sequence[Any]) -> Any:
        """Return what a call gave, after its arguments were changed as they were there."""
        kind, *content = answer
        if kind == "refused":
            raise self._refusal(str(content[0]))
        if kind == "raised":
            raise rebuilt(*content)
        result, changed = content
        for place, theirs in changed.items():
            _restore(parts[place], self._decoded(theirs))
        return self._decoded(result)

    def _call(self, handle: int, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function of the other side; TypeError when a student's argument cannot go."""
        try:
            packed = [
                self._encoded(arg, f"argument {n} of {name}") for n, arg in enumerate(args, 1)
            ]
            named = {key: self._encoded(arg, f"{key} of {name}") for key, arg in kwargs.items()}
        except NotPlainDataError as error:
            if self._is_test:
                raise
            raise TypeError(str(error)) from None
        return self._ask(("call", handle, packed, named), [*args, *kwargs.values()])

    def _unpacked(
        self, args: list[bytes], kwargs: dict[str, bytes]
    ) -> tuple[list[Any], dict[str, Any]]:
        named = {key: self._decoded(arg) for key, arg in kwargs.items()}
        return [self._decoded(arg) for arg in args], named

    def _encoded(self, value: Any, what: str = "") -> bytes:
        """Return a value as bytes; what it is stands in the sentence of one that cannot go."""
        try:
            return encode(value, limits=self._limits, fallback=self._refer)
        except Unencodable as error:
            raise self._refusal(f"{what}: {error}{_RULE}") from None

    def _decoded(self, content: bytes) -> Any:
        try:
            return self._resolved(decode(content, limits=self._limits))
        except WireError as error:
            raise self._refusal(str(error)) from None

    def _refusal(self, text: str) -> NotPlainDataError:
        self.refused = self.refused or text
        return NotPlainDataError(text)

    def _refer(self, value: Any) -> Reference | None:
        """Stand in for a function; the other side's are told apart by the sign."""
        if id(value) in self._theirs:
            return Reference(-self._theirs[id(value)], "")
        if not callable(value) or isinstance(value, type):
            return None
        handle = self._handles.get(id(value))
        if handle is None:
            handle, self._next = self._next, self._next + 1
            self._handles[id(value)] = handle
            self._functions[handle] = value
        return Reference(handle, _name_of(value))

    def _resolved(self, value: Any) -> Any:
        """Return a value that came in, with functions in the places of references."""
        own = type(value)
        if own is Reference:
            return self._function(value)
        if own is dict:
            return {key: self._resolved(each) for key, each in value.items()}
        if own in (list, tuple):
            return own(self._resolved(each) for each in value)
        return value

    def _function(self, reference: Reference) -> Callable[..., Any]:
        """Return what stands here for a function: ours itself, or one that calls theirs."""
        known = self._functions.get(-reference.handle)
        if known is not None:
            return known
        if reference.handle < 0:
            raise ReferenceError("the function is gone: the state that had it was given up")

        def remote(*args: Any, **kwargs: Any) -> Any:
            return self._call(reference.handle, name, args, kwargs)

        name = reference.name if reference.name.isidentifier() else "function"
        remote.__name__ = remote.__qualname__ = name
        self._functions[-reference.handle] = remote  # kept alive, so that its id stays its own
        self._theirs[id(remote)] = reference.handle
        return remote


def _name_of(value: Any) -> str:
    name = getattr(value, "__name__", "")
    return name[:200] if type(name) is str else ""


def _restore(ours: Any, theirs: Any) -> Any:
    """Make a value equal to the copy that came back, in place where that can be; return it."""
    own = type(ours)
    if own is list and type(theirs) is list:
        ours[:] = [*map(_restore, ours, theirs), *theirs[len(ours) :]]
    elif own is dict and type(theirs) is dict:
        new = {key: _restore(ours.get(key), value) for key, value in theirs.items()}
        ours.clear()
        ours.update(new)
    elif own is set and type(theirs) is set:
        ours.clear()
        ours.update(theirs)
    elif own is tuple and type(theirs) is tuple and len(ours) == len(theirs):
        return tuple(_restore(*pair) for pair in zip(ours, theirs, strict=True))
    elif hasattr(ours, "dtype") and _fits(ours, theirs):
        ours[...] = theirs
    else:
        return theirs
    return ours


def _fits(ours: Any, theirs: Any) -> bool:
    """Tell whether an array can take over another's values."""
    same = getattr(theirs, "dtype", None) == ours.dtype and theirs.shape == ours.shape
    return bool(same and ours.shape and ours.flags.writeable)
