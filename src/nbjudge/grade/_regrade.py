"""What grading again would change, found out in a copy: who moves, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..nbgrader_plugins import Course, Marks, is_released, marks_of, points_of, rehearsal
from ._class import Graded, grade_class

PENALTY = "late penalty"
"""Stands among the grade ids for what is taken off."""


@dataclass(frozen=True)
class Change:
    """The score of one graded cell; None where there is none."""

    grade_id: str
    before: float | None
    after: float | None


@dataclass(frozen=True)
class Move:
    """One student's total before and after; None while nothing is graded.

    ``handed_in_again`` says that the submission is another one than the gradebook's scores are
    about, so that not the tests alone may have moved it.
    """

    student: str
    before: float | None
    after: float | None
    changes: tuple[Change, ...] = ()
    handed_in_again: bool = False
    failure: str = ""

    @property
    def difference(self) -> float | None:
        """By how much the total moves; None when there is nothing to compare."""
        if self.before is None or self.after is None:
            return None
        return round(self.after - self.before, 9)


@dataclass(frozen=True)
class Regrade:
    """A class before and after.

    Parameters
    ----------
    assignment : str
        Its name.
    released : bool
        Whether the source is the one that was released; if not, ``after`` counts it as released.
    most_before, most_after : float
        Points that can be had.
    students : tuple of Move
        Everybody who was graded, also those who do not move.
    """

    assignment: str
    released: bool
    most_before: float
    most_after: float
    students: tuple[Move, ...]

    @property
    def moved(self) -> tuple[Move, ...]:
        """Those whose total changes."""
        return tuple(move for move in self.students if move.difference)

    @property
    def means(self) -> tuple[float, float] | None:
        """The mean total before and after, of those who have both; None when nobody has."""
        both = [(m.before, m.after) for m in self.students if m.difference is not None]
        if not both:
            return None
        before, after = (sum(filter(None, totals)) for totals in zip(*both, strict=True))
        return before / len(both), after / len(both)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        students = [asdict(move) | {"difference": move.difference} for move in self.students]
        before, after = self.means or (None, None)
        return {
            "assignment": self.assignment,
            "released": self.released,
            "most_before": self.most_before,
            "most_after": self.most_after,
            "mean_before": before,
            "mean_after": after,
            "moved": len(self.moved),
            "students": students,
        }


def regrade(
    course: Course,
    assignment: str,
    students: Sequence[str],
    *,
    force: bool = False,
    jobs: int = 1,
    dask: str | None = None,
    graded: Callable[[Graded], object] = lambda one: None,
) -> Regrade:
    """Release and grade in a copy of the course; what the course has stays as it is.

    Parameters
    ----------
    course : Course
        It is only read.
    assignment : str
        The assignment's name.
    students : sequence of str
        Who is graded; see `students_of`.
    force : bool
        Grade again what has not changed, too.
    jobs : int
        Processes that mark.
    dask : str, optional
        The address of a Dask scheduler whose workers mark in place of them.
    graded : callable
        Called after each submission.

    Raises
    ------
    CourseError
        When the gradebook cannot be copied, or the source cannot be released.
    ClusterError
        When a cluster cannot be used, or is gone.
    """
    with rehearsal(course, assignment, students) as scratch:
        failures: dict[str, str] = {}
        done = grade_class(scratch, assignment, students, force=force, jobs=jobs, dask=dask)
        for one in done:
            failures |= {one.student: one.sentence} if one.failed else {}
            graded(one)
        before, after = marks_of(course, assignment), marks_of(scratch, assignment)
        again = {who for who in students if _handed_in_again(course, scratch, assignment, who)}
        return Regrade(
            assignment,
            is_released(course, scratch, assignment),
            points_of(course, assignment),
            points_of(scratch, assignment),
            tuple(_moves(students, before, after, again, failures)),
        )


def _moves(
    students: Iterable[str],
    before: dict[str, Marks],
    after: dict[str, Marks],
    again: set[str],
    failures: dict[str, str],
) -> Iterator[Move]:
    for who in students:
        old, new = before.get(who, Marks()), after.get(who, Marks())
        if who in failures:
            yield Move(who, old.total, None, failure=failures[who])
        else:
            yield Move(who, old.total, new.total, tuple(_changes(old, new)), who in again)


def _changes(old: Marks, new: Marks) -> Iterator[Change]:
    for name in dict.fromkeys([*old.scores, *new.scores]):
        before, after = old.scores.get(name), new.scores.get(name)
        if before != after:
            yield Change(name, before, after)
    if old.penalty != new.penalty:
        yield Change(PENALTY, -old.penalty, -new.penalty)


def _handed_in_again(course: Course, scratch: Course, assignment: str, student: str) -> bool:
    old, new = (
        {verdict.submission for verdict in where.verdicts(assignment, student)}
        for where in (course, scratch)
    )
    return bool(old) and old != new
