"""Asks a submission's notebook within its limits, and goes back to a kept state when it is lost."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from ._channel import ChannelError
from ._dialogue import Dialogue, Reply
from ._errors import Died, Lost, TimedOut
from ._limits import Limits
from ._outputs import Outputs
from ._results import Mark
from ._states import States
from .inside.keeping import CannotKeep

_BOOK_KEEPING = 10.0  # seconds for what takes milliseconds when the machine is idle


class Submission:
    """What is left of a submission's time, and the way on after a loss.

    Parameters
    ----------
    states : States
        Its processes.
    dialogue : Dialogue
        With the live one of them.
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
        states: States,
        dialogue: Dialogue,
        limits: Limits,
        end: Callable[[], None],
        *,
        seconds: float,
        careful: bool,
    ) -> None:
        self._states = states
        self._dialogue = dialogue
        self._limits = limits
        self._end = end
        self.outputs = Outputs(limits.output_bytes)
        self._left = seconds
        self._careful = careful
        self.over: str | None = None
        self.kept_since_run = False

    @property
    def spent(self) -> float:
        """Seconds that its code has taken of what there was."""
        return self._limits.total_seconds - self._left

    def close(self, reason: str) -> None:
        """End it; the reason is told to whoever still asks."""
        self.over = self.over or reason
        self._end()

    @property
    def why_not(self) -> str | None:
        """Why nothing can be run; None when it can."""
        return self.over or (None if self._left > 0 else "no time was left")

    def keep(self, mark: Mark | None = None) -> None:
        """Keep the state as it is now, if that is done at all."""
        if self._careful:
            self.ask_keeping(("keep",), _BOOK_KEEPING, mark)
        self.kept_since_run = True

    def ask_keeping(
        self, request: tuple[Any, ...], seconds: float | None, mark: Mark | None = None
    ) -> Reply:
        """Ask the notebook to keep its state first.

        For that it needs a process. If the cells before have used all up, what they left running is
        ended; if that does not help (threads cannot be ended), the last state is gone back to.
        """
        if not self._careful:
            return self.ask(request, seconds)
        for remedy in (self._states.end_leftovers, self.go_back, None):
            reply = self.ask(request, seconds, self._states.keep(mark))
            if reply.error is None or not reply.error.type_name.endswith(CannotKeep.__name__):
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
        request: tuple[Any, ...],
        seconds: float | None = None,
        end: socket.socket | None = None,
    ) -> Reply:
        """Ask the notebook; when it is lost, go back before saying so."""
        if self.why_not is not None:
            if end is not None:
                end.close()
            raise (Died if self.over else TimedOut)(self.why_not)
        generation = self._states.generation
        limit = min(self._limits.seconds if seconds is None else seconds, self._left)
        try:
            reply = self._dialogue.ask(request, limit, end)
        except Lost as lost:
            self._left -= lost.seconds
            if self._states.generation == generation:  # else a call within this one went back
                self.go_back()
            raise
        self._left -= reply.seconds
        self.outputs.add(*reply.output)
        return reply

    def go_back(self, mark: Mark | None = None) -> Mark | None:
        """Give up the live process; return the mark of the state that took over."""
        try:
            output, woken = self._states.go_back(mark)
        except (Died, ChannelError) as error:
            self.close(f"the submission's processes were lost: {error}")
            return None
        self.outputs.add(*output)
        self.kept_since_run = False
        if woken is not None:
            self.keep(woken)
        return woken
