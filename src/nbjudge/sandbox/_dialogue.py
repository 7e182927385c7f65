"""One request to a notebook, watched: time, memory, death, and calls of the host in between."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from nbjudge.wire import RemoteError, Unencodable

from ._channel import Channel, ChannelError, wait_for
from ._clock import Clock
from ._crossing import Crossing
from ._errors import Died, Lost, Raised, TimedOut
from ._patience import Patience
from ._processes import Process
from ._results import HostReference
from ._states import States

Serve = Callable[[HostReference, tuple[Any, ...], dict[str, Any]], Any]

GRACE = 1.0  # seconds for a KeyboardInterrupt to get through
_MEMORY_EVERY = 0.05  # seconds; memory is filled at some GB/s at most
_MOST_CALLS = 100_000  # of the host within one request
_DEEPEST = 40  # host calls notebook calls host …; each level takes several of Python's own


@dataclass(frozen=True)
class Reply:
    """What a notebook answered.

    Parameters
    ----------
    value
        The result, or a RemoteError in ``error``.
    output
        Records that were written meanwhile, and whether some were left out.
    interrupted : bool
        Whether the time limit's first signal was sent before.
    """

    value: Any
    error: RemoteError | None
    output: tuple[object, object]
    interrupted: bool
    seconds: float


class Dialogue:
    """Asks the live process of a session."""

    def __init__(
        self, process: Process, states: States, memory_bytes: int, serve: Serve | None
    ) -> None:
        self._process = process
        self._states = states
        self._memory_bytes = memory_bytes
        self._serve = serve
        self._depth = 0
        self.crossing = Crossing()

    def ask(
        self, request: tuple[Any, ...], seconds: float, end: socket.socket | None = None
    ) -> Reply:
        """Send a request and wait for the answer.

        Parameters
        ----------
        request : tuple
            Its kind, and what belongs to it.
        seconds : float
            Of the student's code.
        end : socket.socket, optional
            Is handed over, and closed here: else we would not see that the other side is gone.

        Raises
        ------
        Died, TimedOut
            When there is none; the process has to be given up.
        Unencodable
            When the request cannot be sent; nothing has happened then.
        """
        clock = Clock(seconds)
        patience = Patience(self._process, seconds)
        channel = self._states.live.channel
        try:
            with end or nullcontext():
                descriptors = (end.fileno(),) if end else ()
                channel.send(request, descriptors=descriptors, fallback=self.crossing.outward)
            return self._listen(channel, clock, patience)
        except ChannelError as error:
            lost: Lost = Died(f"the notebook's process {error}")
        except Lost as error:
            lost = error
        lost.seconds = clock.spent
        raise lost

    def _listen(self, channel: Channel, clock: Clock, patience: Patience) -> Reply:
        interrupted = False
        calls = 0
        while True:
            channel.read()
            message = channel.next()
            if message is None:
                interrupted = self._wait(channel, clock, patience, interrupted)
            elif message[0] == "call":
                calls += 1
                if calls > _MOST_CALLS:
                    raise TimedOut(f"it called the test more than {_MOST_CALLS} times")
                self._answer(channel, message, clock)
            else:
                return self._reply(message, interrupted, clock)

    def _wait(self, channel: Channel, clock: Clock, patience: Patience, interrupted: bool) -> bool:
        """Wait for the process to say something; return whether it was interrupted."""
        wait_for([channel, self._states.warden], min(clock.left, _MEMORY_EVERY))
        if self._states.is_gone() or channel.ended:
            channel.read()
            if channel.ended or not channel.has_message:
                raise Died("the cell's process ended")
        if clock.spent > _MEMORY_EVERY:
            patience.begin()
        if clock.left <= 0 and not interrupted:
            clock.extend(patience.more())
        if clock.left <= 0:
            if interrupted:
                raise TimedOut("it did not end in time, and had to be killed")
            self._states.signal(signal.SIGINT)
            clock.extend(GRACE)
            return True
        if clock.spent > _MEMORY_EVERY and self._process.takes_more_than(self._memory_bytes):
            raise Died("it took more memory than allowed")
        return interrupted

    def _reply(self, message: tuple[Any, ...], interrupted: bool, clock: Clock) -> Reply:
        if len(message) != 4 or message[0] not in ("value", "error"):
            raise ChannelError("answered with something else")
        kind, content, *output = message
        error = content if kind == "error" else None
        if kind == "error" and type(error) is not RemoteError:
            raise ChannelError("raised something else")
        value = None if error else self.crossing.inward(content)
        return Reply(value, error, (output[0], output[1]), interrupted, clock.spent)

    def _answer(self, channel: Channel, message: tuple[Any, ...], clock: Clock) -> None:
        """Serve a call of a function of the host."""
        generation = self._states.generation
        answer = self._called(clock, *(message[1:] if len(message) == 4 else (None, None, None)))
        if self._states.generation != generation:
            raise Died("the state that called was given up meanwhile")
        seconds = clock.left + GRACE
        try:
            channel.send(answer, fallback=self.crossing.outward, seconds=seconds)
        except Unencodable as error:
            channel.send(("raised", _without_frames(error)), seconds=seconds)

    def _called(
        self, clock: Clock, handle: object, args: object, kwargs: object
    ) -> tuple[Any, ...]:
        function = self.crossing.function(handle)
        if function is None or self._serve is None:
            return _refused("there is no such function")
        if type(args) is not tuple or type(kwargs) is not dict:
            return _refused("a call is malformed")
        if self._depth >= _DEEPEST:
            return _refused("too many nested calls", "RecursionError")
        generation = self._states.generation
        self._depth += 1
        try:
            inward = self.crossing.inward
            with clock.paused():
                return "returned", self._serve(function, inward(args), inward(kwargs))
        except Raised as raised:  # it comes from the notebook, and goes back there
            return "raised", _bare(raised.error)
        except Exception as error:
            if self._states.generation != generation:
                raise
            return "raised", _without_frames(error)
        finally:
            self._depth -= 1


def _refused(text: str, kind: str = "ReferenceError") -> tuple[Any, ...]:
    return "raised", RemoteError(kind, kind, text)


def _without_frames(error: Exception) -> RemoteError:
    """Describe an exception without its traceback, which would show the test's source."""
    return _bare(RemoteError.of(error))


def _bare(error: RemoteError) -> RemoteError:
    return replace(error, traceback="")
