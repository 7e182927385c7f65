"""Asks a submission's notebook within its limits, and goes back to a checkpoint when it is lost."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._channel import ChannelError
from ._errors import Died, Lost, TimedOut
from ._limits import Limits
from ._outputs import Outputs
from ._processes import Process
from ._request import Request
from ._states import States
from .inside.keeping import CannotKeep

_BOOK_KEEPING = 10.0  # seconds for what takes milliseconds when the machine is idle


@dataclass(frozen=True)
class Reply:
    """What a notebook answered.

    Parameters
    ----------
    value
        The result: a claim of the student's side, like all else.
    error : str
        Name of the exception that it raised instead; empty when it did not.
    interrupted : bool
        Whether the time limit's first signal was sent before.
    seconds : float
        What it took.
    """

    value: Any
    error: str
    interrupted: bool
    seconds: float


class Submission:
    """What is left of a submission's time, and the way on after a loss.

    Parameters
    ----------
    process : Process
        Its first process.
    states : States
        Those of its processes that hold a state of the notebook.
    limits : Limits
        For all of it.
    end : callable
        Ends all of its processes.
    seconds : float
        What is left for it.
    careful : bool
        Whether states are kept; without any, a loss is the end of it.
    """

    def __init__(
        self,
        process: Process,
        states: States,
        limits: Limits,
        end: Callable[[], None],
        *,
        seconds: float,
        careful: bool,
    ) -> None:
        self._process = process
        self._states = states
        self._limits = limits
        self._end = end
        self.outputs = Outputs(limits.output_bytes)
        self._left = seconds
        self._careful = careful
        self.over: str | None = None
        self._kept_since_run = False

    @property
    def spent(self) -> float:
        """Seconds that its code has taken of what there was."""
        return self._limits.total_seconds - self._left

    def close(self, reason: str) -> None:
        """End it; the reason is told to those who still ask."""
        self.over = self.over or reason
        self._end()

    @property
    def why_not(self) -> str | None:
        """Why nothing can be run; None when it can."""
        return self.over or (None if self._left > 0 else "no time was left")

    def keep(self) -> None:
        """Keep the state as it is now, if that is done at all; once between two cells."""
        if self._careful and not self._kept_since_run:
            self.ask_keeping(("keep",), _BOOK_KEEPING)
        self._kept_since_run = True

    def ask_keeping(self, request: tuple[Any, ...], seconds: float | None) -> Reply:
        """Ask the notebook to keep its state first.

        For that it needs a process. If the cells before have used all up, what they left running is
        ended; if that does not help (threads cannot be ended), the last state is gone back to.
        """
        self._kept_since_run = False
        if not self._careful:
            return self.ask(request, seconds)
        for remedy in (self._states.end_leftovers, self.go_back, None):
            reply = self.ask(request, seconds, self._states.keep())
            if reply.error != CannotKeep.__name__:
                self._tidy(reply)
                return reply
            self._states.drop_newest()
            if remedy is not None:
                self.outputs.note("a cell had used up all processes; those left were ended")
                remedy()
        raise Died("its state cannot be kept: there are too many processes")

    def _tidy(self, reply: Reply) -> None:
        """Let go of the states that are not needed any more."""
        if type(reply.value) is tuple and reply.value[-1:] == (False,):
            self._states.drop_newest()  # before an inert cell none is made
        self._states.drop_older()

    def ask(
        self,
        message: tuple[Any, ...],
        seconds: float | None = None,
        end: socket.socket | None = None,
    ) -> Reply:
        """Ask the notebook; when it is lost, go back before saying so."""
        request = self.begin(message, seconds, end)
        kind, *content = request.listen()
        if kind not in ("value", "error") or len(content) != 3:
            raise request.give_up()
        if kind == "error" and type(content[0]) is not str:
            raise request.give_up()
        return self.end(request, kind, content)

    def begin(
        self,
        message: tuple[Any, ...],
        seconds: float | None = None,
        end: socket.socket | None = None,
    ) -> Request:
        """Ask the notebook something, which it may answer with a question; `end` belongs to it."""
        if self.why_not is not None:
            if end is not None:
                end.close()
            raise (Died if self.over else TimedOut)(self.why_not)
        limit = min(self._limits.seconds if seconds is None else seconds, self._left)
        memory = self._limits.memory_bytes
        request = Request(self._process, self._states, memory, limit, self._lost)
        request.say(message, end)
        return request

    def end(self, request: Request, kind: str, content: list[Any]) -> Reply:
        """Take in the last message of a request: a value or an error, and the output with it."""
        self._left -= request.seconds
        value, *output = content
        self.outputs.add(*output)
        error = str(value) if kind == "error" else ""
        return Reply(value, error, request.interrupted, request.seconds)

    def _lost(self, loss: Lost) -> None:
        self._left -= loss.seconds
        self.go_back()

    def go_back(self) -> None:
        """Give up the live process; the newest kept state takes over."""
        try:
            self.outputs.add(*self._states.go_back())
        except (Died, ChannelError) as error:
            self.close(f"the submission's processes were lost: {error}")
        self._kept_since_run = False
