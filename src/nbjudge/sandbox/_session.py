"""One submission in the sandbox: its notebook's cells, or the isolated tests of them."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from . import _bundles
from ._errors import Lost, TimedOut
from ._limits import Limits
from ._outputs import Output
from ._processes import Process
from ._request import Request
from ._results import CellRun, Ending
from ._states import States
from ._submission import Reply, Submission


class Session:
    """Runs cells, and passes on what a test and the student's code have to say to each other.

    Made by `Zygote.session`. It is a context manager; at its end everything that the submission
    started is gone.
    """

    def __init__(
        self, process: Process, states: States, submission: Submission, limits: Limits
    ) -> None:
        self.process = process
        self._states = states
        self._submission = submission
        self._outputs = submission.outputs
        self._limits = limits

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End everything that the submission started."""
        self._submission.close("the session is closed")

    @property
    def over(self) -> str | None:
        """Why nothing more can be run; None while it can."""
        return self._submission.over

    @property
    def spent(self) -> float:
        """Seconds that its code has taken."""
        return self._submission.spent

    def run(
        self, source: str, seconds: float | None = None, *, grade_id: str | None = None
    ) -> CellRun:
        """Run a cell.

        Parameters
        ----------
        source : str
            The cell's text.
        seconds : float, optional
            Instead of the usual limit for a cell.
        grade_id : str, optional
            Of a test, which is run without the hooks that the student's code has set.
        """
        self._outputs.begin()
        reason = self._submission.why_not
        if reason is not None:
            return CellRun(Ending.NOT_RUN, notes=(reason,))
        if self._states.is_gone():  # by a thread or a timer of the cell before
            self._submission.go_back()
            self._outputs.note("the cell before ended the notebook's process after it was done")
        if self.over is not None:
            return CellRun(Ending.NOT_RUN, notes=(self.over,))
        message = ("run", source) if grade_id is None else ("run_test", source)
        try:
            return self._cell(self._submission.ask_keeping(message, seconds))
        except Lost as lost:
            return self._lost_cell(lost)

    def written(self, most: int) -> dict[str, bytes]:
        """Return the files that the notebook's code has written, up to a number of bytes.

        By path inside the notebook's folder: a claim of the student's side, like all else. Nothing
        when the process does not live to tell.
        """
        try:
            found = self._submission.ask(("written", most)).value
        except Lost:
            return {}
        plain = found if type(found) is dict else {}
        known = {
            name: content
            for name, content in plain.items()
            if type(name) is str and type(content) is bytes and "\0" not in name
        }
        return known if sum(map(len, known.values())) <= most else {}

    def begin(self, *message: Any, seconds: float | None = None) -> Request:
        """Ask the process something to which it may answer with a question.

        Before that its state is kept, so that the session goes on when the process is lost.

        Raises
        ------
        Died, TimedOut
            When the process cannot be asked.
        """
        self._submission.keep()
        return self._submission.begin(message, seconds)

    def end(self, request: Request, kind: str, content: list[Any]) -> Reply:
        """Take in the last message of a request that was begun."""
        return self._submission.end(request, kind, content)

    def take_outputs(self) -> tuple[list[Output], tuple[str, ...]]:
        """Return outputs and notes since the last cell, or since this was called last."""
        taken = self._outputs.cell, tuple(self._outputs.notes)
        self._outputs.begin()
        return taken

    def _cell(self, reply: Reply) -> CellRun:
        well, count = _outcome(reply)
        ending = Ending.OK if well else Ending.ERROR
        if self._memory_is_lost():
            self._outputs.note("it used up the memory; the notebook went on without what it made")
            self._submission.go_back()
        if reply.interrupted:
            ending = Ending.TIME_LIMIT
            self._outputs.note(f"stopped by the time limit after {reply.seconds:.1f} s")
        return CellRun(ending, self._outputs.cell, count, tuple(self._outputs.notes), reply.seconds)

    def _memory_is_lost(self) -> bool:
        """Tell whether a cell failed for want of memory, and left little to those that follow."""
        failed = any(output.get("ename") == "MemoryError" for output in self._outputs.cell)
        return failed and self.process.takes_more_than(self._limits.memory_bytes // 2)

    def _lost_cell(self, lost: Lost) -> CellRun:
        late = isinstance(lost, TimedOut)
        self._outputs.note(f"{lost.reason}; the notebook went on as if the cell had not been there")
        self._outputs.error("TimeLimit" if late else "CellDied", lost.reason)
        ending = Ending.TIME_LIMIT if late else Ending.DIED
        return CellRun(ending, self._outputs.cell, None, tuple(self._outputs.notes), lost.seconds)


def _outcome(reply: Reply) -> tuple[bool, int | None]:
    """Return whether a cell ended well, and its number, as far as the answer makes sense."""
    value = reply.value
    if not reply.error and type(value) is tuple and len(value) == 3:
        return value[0] is True, _bundles.number(value[1])
    return False, None
