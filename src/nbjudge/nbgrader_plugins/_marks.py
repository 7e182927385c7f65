"""The marks of a class: what nbgrader's gradebook counts, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nbgrader.api import (
    BaseCell,
    Grade,
    Gradebook,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)

from ._course import Course


@dataclass(frozen=True)
class Marks:
    """What one student has of one assignment.

    Parameters
    ----------
    scores : mapping of str to float or None
        By grade id: what a person gave, or else the automatic score, plus extra credit; None while
        there is neither. In an assignment of several notebooks the notebook stands in front.
    penalty : float
        Points that are taken off for being late.
    """

    scores: Mapping[str, float | None] = field(default_factory=dict)
    penalty: float = 0.0

    @property
    def total(self) -> float | None:
        """Points in all; None while nothing has been graded."""
        given = [score for score in self.scores.values() if score is not None]
        return max(0.0, sum(given) - self.penalty) if given else None


def marks_of(course: Course, assignment: str) -> dict[str, Marks]:
    """Return everybody's marks, by student."""
    with course.gradebook() as gradebook:
        several = len(gradebook.find_assignment(assignment).notebooks) > 1
        scores: dict[str, dict[str, float | None]] = {}
        for student, notebook, name, *score in _grades(gradebook, assignment):
            own = scores.setdefault(student, {})
            own[f"{notebook}/{name}" if several else name] = _counting(*score)
        penalties = _penalties(gradebook, assignment)
    return {student: Marks(own, penalties.get(student, 0.0)) for student, own in scores.items()}


def given_by_hand(course: Course, assignment: str) -> frozenset[tuple[str, str, str]]:
    """Return what a person has graded, and need not look at again.

    Each is a student, a notebook and a grade id.
    """
    with course.gradebook() as gradebook:
        settled = (Grade.manual_score.is_not(None), Grade.needs_manual_grade.is_(False))
        found = _grades(gradebook, assignment).filter(*settled)
        return frozenset((student, notebook, name) for student, notebook, name, *_ in found)


def points_of(course: Course, assignment: str) -> float:
    """Return how many points can be had."""
    with course.gradebook() as gradebook:
        return float(gradebook.find_assignment(assignment).max_score)


def _grades(gradebook: Gradebook, assignment: str) -> Any:
    """Ask once for the class; nbgrader's own objects would ask once for each grade."""
    submission = SubmittedAssignment
    found = gradebook.db.query(
        submission.student_id, Notebook.name, BaseCell.name,
        Grade.auto_score, Grade.manual_score, Grade.extra_credit,
    )  # fmt: skip
    found = found.select_from(Grade).join(BaseCell, BaseCell.id == Grade.cell_id)
    found = found.join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
    found = found.join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
    found = found.join(submission, submission.id == SubmittedNotebook.assignment_id)
    key = gradebook.find_assignment(assignment).id
    return found.filter(submission.assignment_id == key)


def _counting(auto: float | None, manual: float | None, extra: float | None) -> float | None:
    given = auto if manual is None else manual
    return None if given is None else given + (extra or 0.0)


def _penalties(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    found = gradebook.db.query(
        SubmittedAssignment.student_id, SubmittedNotebook.late_submission_penalty
    ).join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
    key = gradebook.find_assignment(assignment).id
    penalties: dict[str, float] = {}
    for student, penalty in found.filter(SubmittedAssignment.assignment_id == key):
        penalties[student] = penalties.get(student, 0.0) + (penalty or 0.0)
    return penalties
