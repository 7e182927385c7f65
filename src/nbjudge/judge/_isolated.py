"""Runs one isolated test: in a session of its own, which calls the student's through the grader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..sandbox import CellRun, Ending, Lost, Request, Session, TimedOut
from ._cells import TestContext
from ._definitions import Definition

MOST_CALLS = 100_000
"""Messages from one side to the other within one test."""

_ENDINGS = {"passed": Ending.OK, "failed": Ending.ERROR}


class IsolatedTest:
    """One test, and what the student's code and the test say to each other meanwhile.

    Parameters
    ----------
    tests : Session
        Where the test runs.
    student : Session
        Where the student's code runs.
    """

    __test__ = False

    def __init__(self, tests: Session, student: Session) -> None:
        self._tests = tests
        self._student = student
        self._call: Request | None = None  # of the student's code, while it has not answered
        self._depth = 0  # calls of it that are open
        self.lost: Lost | None = None
        """The loss of the student's process: it decides the test, whatever the test makes of it."""

    def run(
        self,
        source: str,
        grade_id: str,
        definitions: Iterable[Definition],
        context: TestContext,
        made: Iterable[str] = (),
    ) -> CellRun:
        """Run the test.

        Parameters
        ----------
        source : str
            The master's source of the cell.
        grade_id : str
            Its name.
        definitions : iterable
            What the locked cells since the last test define.
        context : TestContext
            Names what the answer cells are to define.
        made : iterable of str
            Names that the tests before were to give a value to: no student's stand for them.

        Raises
        ------
        Lost
            When the test's own process was lost.
        """
        for session in (self._student, self._tests):
            session.take_outputs()  # those of the cell before are there already
        message = "isolated_test", source, grade_id, list(definitions), context.asked, sorted(made)
        test = self._tests.begin(*message)
        try:
            kind, content = self._relay(test)
        finally:
            if self._call is not None:  # the test went away in the middle of a call
                self._lose(self._call.give_up("the test that called it has ended"))
        reply = self._tests.end(test, kind, content)
        ending = _ENDINGS.get(str(reply.value), Ending.NOT_JUDGED)
        if reply.interrupted:
            ending = Ending.NOT_JUDGED
        return self._ended(ending, reply.seconds)

    def _relay(self, test: Request) -> tuple[str, list[Any]]:
        """Pass messages on until the test has ended; return its last one."""
        for _ in range(MOST_CALLS):
            kind, *content = test.listen()
            if kind in ("value", "error") and len(content) == 3:
                return kind, content
            if kind not in ("call", "return") or len(content) != 1:
                raise test.give_up()
            test.say(self._ask_student(kind, content[0]))
        raise test.give_up(f"the test called the student's code more than {MOST_CALLS} times")

    def _ask_student(self, kind: str, content: bytes) -> tuple[Any, ...]:
        """Pass a message on to the student's process, and return what comes from there."""
        if self.lost is None:
            try:
                return self._pass_on(kind, content)
            except Lost as lost:
                self._lose(lost)
        assert self.lost is not None
        return "lost", self.lost.reason

    def _pass_on(self, kind: str, content: bytes) -> tuple[Any, ...]:
        self._depth += kind == "call"
        if self._call is None:
            self._call = self._student.begin(kind, content)
        else:
            self._call.say((kind, content))
        answer, *said = self._call.listen()
        if answer not in ("call", "return") or not said or type(said[0]) is not bytes:
            raise self._call.give_up()
        if self._call.interrupted:
            raise self._late(answer, said)
        self._depth -= answer == "return"
        if self._depth == 0:
            self._finish(said)
        return answer, said[0]

    def _finish(self, said: list[Any]) -> None:
        """Take in the end of a call, and the output that came with it."""
        assert self._call is not None
        if len(said) != 3:
            raise self._call.give_up()
        self._student.end(self._call, "return", said)
        self._call = None

    def _late(self, answer: str, said: list[Any]) -> Lost:
        """Return that a call took too long; when it has ended all the same, its process lives."""
        assert self._call is not None
        if answer == "return" and len(said) == 3:
            seconds = self._student.end(self._call, answer, said).seconds
            self._call = None
            late = TimedOut("it did not end in time")
            late.seconds = seconds
            return late
        self._call.give_up("it did not end in time")
        return TimedOut("it did not end in time")

    def _lose(self, lost: Lost) -> None:
        self.lost = self.lost or lost
        self._call, self._depth = None, 0

    def _ended(self, ending: Ending, seconds: float) -> CellRun:
        """Put together how the test ended, with what the student's code wrote meanwhile."""
        outputs, _ = self._tests.take_outputs()
        written, notes = self._student.take_outputs()
        if self.lost is not None:
            ending = lost_ending(self.lost)
            outputs = [each for each in outputs if each["output_type"] == "stream"]
            outputs.append(error_output("StudentProcessLost", _loss(self.lost)))
        elif ending is Ending.NOT_JUDGED and not any("ename" in each for each in outputs):
            outputs.append(error_output("TimeLimit", "The test itself did not end in time."))
        return CellRun(ending, outputs + _asides(written), None, notes, seconds)


def lost_ending(lost: Lost) -> Ending:
    """Return how a cell ended whose process was lost."""
    return Ending.TIME_LIMIT if isinstance(lost, TimedOut) else Ending.DIED


def error_output(name: str, text: str) -> dict[str, Any]:
    """Return an output that shows an error."""
    return {"output_type": "error", "ename": name, "evalue": text, "traceback": [text]}


def _loss(lost: Lost) -> str:
    how = "did not end in time" if isinstance(lost, TimedOut) else "ended its process"
    return f"The student's code {how}: {lost.reason}."


def _asides(written: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what the student's code wrote during a test, so that it cannot pose as the test's.

    Text is shown as error output; results and errors are the test's alone.
    """
    return [
        dict(output) | ({"name": "stderr"} if output["output_type"] == "stream" else {})
        for output in written
        if output["output_type"] in {"stream", "display_data"}
    ]
