"""One submission in the sandbox, for whoever runs it."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from . import _bundles
from ._dialogue import Reply
from ._errors import Died, Lost, Raised, TimedOut
from ._files import checked_files
from ._limits import Limits
from ._outputs import Output
from ._processes import Process
from ._results import CellRun, Ending, Mark
from ._states import States
from ._submission import Submission


class Session:
    """Runs a submission's cells, and lets the host work with what they defined.

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
        self._marks = 0

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

    @property
    def printed(self) -> str:
        """What was written to standard output since the last cell, as far as it was kept."""
        streams = [output for output in self._outputs.cell if output.get("name") == "stdout"]
        return "".join(output["text"] for output in streams)

    def run(self, source: str, seconds: float | None = None) -> CellRun:
        """Run a cell.

        Parameters
        ----------
        source : str
            The cell's text.
        seconds : float, optional
            Instead of the usual limit for a cell.
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
        try:
            reply = self._submission.ask_keeping(("run", source), seconds)
        except Lost as lost:
            return self._lost_cell(lost)
        self._submission.kept_since_run = False
        return self._cell(reply)

    def look_up(self, name: str) -> Any:
        """Return what the notebook calls by a name: a copy, or a Reference.

        Raises
        ------
        NameError
            When the notebook has not defined it.
        Died, TimedOut
            When the notebook's process did not live to answer.
        """
        try:
            return self._value(("look_up", name))
        except Raised as raised:
            if raised.kind == "NameError":
                raise NameError(raised.text, name=name) from None
            raise

    def bind(self, name: str, value: Any) -> None:
        """Give a name of the notebook a value, a Reference or a HostReference."""
        self._value(("bind", name, value))

    def unbind(self, name: str) -> None:
        """Delete a name of the notebook; NameError when it has none such."""
        try:
            self._value(("unbind", name))
        except Raised as raised:
            raise NameError(raised.text, name=name) from None

    def names(self) -> frozenset[str]:
        """Return the names that the notebook has defined."""
        found = self._value(("names",))
        named = found if isinstance(found, frozenset) else ()
        return frozenset(name for name in named if type(name) is str)

    def operate(self, op: str, target: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Do something with an object of the notebook.

        Parameters
        ----------
        op : str
            A name in `inside.operations`: ``call``, ``getattr``, ``getitem``, ``len``, ``add``, …
        target : Reference
            The object; a plain value is as good.
        *args, **kwargs
            Plain values, References, and HostReferences, also inside containers.

        Raises
        ------
        Raised
            What the student's code raised.
        Died, TimedOut
            When it did not live to answer; the session goes on from the last kept state.
        """
        return self._value(("operate", op, target, args, kwargs))

    def set_randomness(self, python: Any, numpy: Any) -> None:
        """Give ``random`` and ``numpy.random`` the host's states; None leaves one as it is.

        Parameters
        ----------
        python : tuple or None
            What ``random.getstate`` gives.
        numpy : dict or None
            What ``numpy.random.get_state(legacy=False)`` gives.
        """
        self._value(("randomness", python, numpy))

    def changed_files(self, most: int) -> dict[str, bytes]:
        """Return what the notebook's code has written since this was last asked.

        Parameters
        ----------
        most : int
            Bytes of all of them together; larger ones are left out.

        Returns
        -------
        dict of str to bytes
            By path inside the notebook's folder: a claim of the student's side, like all else.
        """
        return checked_files(self._value(("changed_files", most)), most)

    def write_files(self, files: Mapping[str, bytes]) -> None:
        """Put files beside the notebook, by path inside its folder."""
        self._value(("write_files", dict(files)))

    def keep(self) -> Mark:
        """Keep the notebook's state as it is now."""
        self._marks += 1
        mark = Mark(self._marks)
        self._submission.keep(mark)
        return mark

    def return_to(self, mark: Mark) -> None:
        """Go back to a kept state, which stays kept.

        Raises
        ------
        LookupError
            When it is not kept any more.
        Died
            When its process was ended by the student's code.
        """
        if not self._states.has(mark):
            raise LookupError("the state is not kept any more")
        if self._submission.go_back(mark) != mark:
            raise Died("the kept state was lost")

    def forget(self, mark: Mark) -> None:
        """Let go of a kept state."""
        self._states.drop(mark)

    def take_outputs(self) -> tuple[list[Output], tuple[str, ...]]:
        """Return outputs and notes since the last cell, or since this was called last."""
        taken = self._outputs.cell, tuple(self._outputs.notes)
        self._outputs.begin()
        return taken

    def _value(self, request: tuple[Any, ...]) -> Any:
        if not self._submission.kept_since_run:
            self._submission.keep()
        reply = self._submission.ask(request)
        if reply.interrupted:
            raise TimedOut("it did not end in time")
        if reply.error is not None:
            raise Raised(reply.error)
        return reply.value

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
    if reply.error is None and type(value) is tuple and len(value) == 3:
        return value[0] is True, _bundles.number(value[1])
    return False, None
