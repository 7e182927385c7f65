"""Messages to and from a submission's process, watched: its time, its memory, its death."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from ._channel import Channel, ChannelError, wait_for
from ._clock import Clock, SchedulingAllowance
from ._errors import Died, Lost, TimedOut
from ._processes import Process
from ._states import States

GRACE = 1.0  # seconds for a KeyboardInterrupt to get through
_MEMORY_EVERY = 0.05  # seconds; memory is filled at some GB/s at most


class Request:
    """One request to the live process of a session, up to its answer.

    The process may ask back before it answers: then the host says something, and listens again.

    Parameters
    ----------
    process : Process
        The first process of the session.
    states : States
        Knows the live process.
    memory_bytes : int
        What all processes of the session may take.
    seconds : float
        What the request may take; the clock runs while the host listens.
    on_loss : callable
        Is told of the loss of the process before it is raised.

    Raises
    ------
    Died, TimedOut
        From the methods, when there is no answer.
    """

    def __init__(
        self,
        process: Process,
        states: States,
        memory_bytes: int,
        seconds: float,
        on_loss: Callable[[Lost], None],
    ) -> None:
        self._process = process
        self._states = states
        self._memory_bytes = memory_bytes
        self._clock = Clock(seconds)
        self._allowance = SchedulingAllowance(process, seconds)
        self._channel: Channel = states.live.channel
        self._on_loss = on_loss
        self._look_again = _MEMORY_EVERY  # on the clock
        self.interrupted = False
        """Whether the time limit's first signal was sent."""

    @property
    def seconds(self) -> float:
        """What the process has taken so far."""
        return self._clock.spent

    def say(self, message: tuple[Any, ...], end: socket.socket | None = None) -> None:
        """Send a message; a socket is handed over, and closed here: its end must be seen."""
        try:
            with end or nullcontext():
                self._channel.send(message, descriptors=(end.fileno(),) if end else ())
        except ChannelError as error:
            raise self._lost(Died(f"the notebook's process {error}")) from None

    def listen(self) -> tuple[Any, ...]:
        """Return the next message."""
        try:
            with self._clock.running():
                while (message := self._next()) is None:
                    self._wait()
        except ChannelError as error:
            raise self._lost(Died(f"the notebook's process {error}")) from None
        except Lost as error:
            raise self._lost(error) from None
        answer: tuple[Any, ...] = message
        return answer

    def give_up(self, reason: str = "the notebook's process answered with something else") -> Lost:
        """Give the process up, and return what is to be raised."""
        return self._lost(Died(reason))

    def _lost(self, error: Lost) -> Lost:
        error.seconds = self._clock.spent
        self._on_loss(error)
        return error

    def _next(self) -> Any:
        self._channel.read()
        return self._channel.next()

    def _wait(self) -> None:
        """Wait for the process to say something; interrupt it when its time is over."""
        clock = self._clock
        wait_for([self._channel, self._states.warden], min(clock.left, _MEMORY_EVERY))
        if self._states.is_gone() or self._channel.ended:
            self._channel.read()
            if self._channel.ended or not self._channel.has_message:
                raise Died("the cell's process ended")
        if clock.spent > _MEMORY_EVERY:
            self._allowance.begin()
        if clock.left <= 0 and not self.interrupted:
            clock.extend(self._allowance.more())
        if clock.left <= 0:
            self._interrupt()
        elif clock.spent > self._look_again:
            self._look_again = clock.spent + _MEMORY_EVERY
            if self._process.takes_more_than(self._memory_bytes):
                raise Died("it took more memory than allowed")

    def _interrupt(self) -> None:
        if self.interrupted:
            raise TimedOut("it did not end in time, and had to be killed")
        self._states.signal(signal.SIGINT)
        self.interrupted = True
        self._clock.extend(GRACE)
