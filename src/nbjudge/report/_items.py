"""Each graded cell of each student: the frames `grades` and `failure_modes`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from nbjudge.lesson import FailureMode
from nbjudge.tally import NOT_JUDGED
from nbjudge.verdict import TELLING, Outcome, Result, Status

from ._gradebook import GradedCell, Mark
from ._students import Student


@dataclass(frozen=True)
class Item:
    """One graded cell of one student."""

    student: Student
    notebook: str
    grade_id: str
    max_score: float

    @property
    def mark(self) -> Mark:
        """The gradebook's scores; without a graded submission, only what a person gave."""
        found = self.student.marks.get(self.grade_id, Mark())
        if self.student.graded:
            return found
        waits = found.needs_manual_grade and found.manual is not None
        return replace(found, auto=None, needs_manual_grade=waits)

    @property
    def result(self) -> Result | None:
        """What the verdict says of the cell, if it says anything."""
        return self.student.results.get(self.grade_id)

    @property
    def score(self) -> float | None:
        """The points that count; 0 without a submission, None while they are unknown."""
        missing = 0.0 if self.student.status == Status.NOT_SUBMITTED else None
        return missing if self.mark.score is None else self.mark.score

    @property
    def outcome(self) -> str:
        """The verdict's word as long as its score is the one that counts, else the points'."""
        score = self.mark.score
        if any(test.grade_id == self.grade_id for test in self.student.waiting_tests):
            return NOT_JUDGED
        if score is None:
            return Outcome.WAITING if self.mark.needs_manual_grade else Outcome.NOT_RUN
        if self.result and self.result.score == score:
            return self.result.outcome
        if score >= self.max_score:
            return Outcome.PASSED
        return Outcome.PARTIAL if score > 0 else Outcome.FAILED

    @property
    def test_failed(self) -> bool | None:
        """Whether the hidden test failed, whatever a person gave for it.

        None when it did not run, and when the code broke (a syntax error, a missing library, a
        loop): a test that was not met tells of a mistake, code that does not run tells of none.
        """
        if self.mark.auto is None or (self.result and self.result.outcome is Outcome.NOT_RUN):
            return None
        if self.result and self.result.error not in TELLING:
            return None
        return self.mark.auto < self.max_score


def items(student: Student, cells: Iterable[GradedCell]) -> tuple[Item, ...]:
    """Return one item for each graded cell, in the order of the cells."""
    return tuple(Item(student, cell.notebook, cell.grade_id, cell.max_score) for cell in cells)


def grade_row(item: Item) -> dict[str, Any]:
    """Return one row of the frame `grades`."""
    return {
        "student": item.student.id,
        "notebook": item.notebook,
        "grade_id": item.grade_id,
        "outcome": item.outcome,
        "score": item.score,
        "max_score": item.max_score,
        "auto_score": item.mark.auto,
        "manual_score": item.mark.manual,
        "needs_manual_grade": item.mark.needs_manual_grade,
        "message": item.result.message if item.result else "",
    }


def failure_mode_row(
    student: Student, own: Iterable[Item], modes: Iterable[FailureMode]
) -> dict[str, Any]:
    """Return one row of the frame `failure_modes`."""
    failed = {item.grade_id: item.test_failed for item in own}
    return {"student": student.id} | {mode.grade_id: failed.get(mode.grade_id) for mode in modes}
