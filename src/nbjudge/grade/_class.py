"""One submission after the other, through nbgrader's own converters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from ..nbgrader_plugins import Course, CourseError
from ..verdict import Status, Verdict

SEVERITY = [
    Status.GRADED,
    Status.REPAIRED,
    Status.PARTLY_RUN,
    Status.NOT_SUBMITTED,
    Status.UNREADABLE,
]


@dataclass(frozen=True)
class Graded:
    """What became of one submission.

    ``score`` is what could be scored without a person; ``failed`` says that the grader itself
    failed, so that nothing was recorded.
    """

    student: str
    status: Status
    sentence: str
    score: float
    seconds: float
    failed: bool = False


def students_of(course: Course, assignment: str, wanted: Iterable[str] = ()) -> list[str]:
    """Return the ids of those who handed in, as they are written, sorted.

    Raises
    ------
    CourseError
        When the assignment is not released, nobody handed in, or somebody who is wanted did not.
    """
    course.require(assignment)
    submitted = course.submitted(assignment)
    missing = sorted(set(wanted) - submitted.keys())
    if missing:
        raise CourseError(
            f"No hand-in of {', '.join(missing)} for {assignment} is in {course.root}."
        )
    if not submitted:
        raise CourseError(
            f"Nobody has handed in {assignment}: {course.root / 'submitted'} has none."
        )
    return sorted(set(wanted) or submitted)


def grade_class(
    course: Course, assignment: str, students: Iterable[str], *, force: bool = False
) -> Iterator[Graded]:
    """Grade each student's submission and say what became of it; never stops before the last.

    Parameters
    ----------
    course : Course
        Where the gradebook is.
    assignment : str
        The assignment's name.
    students : iterable of str
        Ids, taken literally.
    force : bool
        Grade again what has not changed.
    """
    for student in students:
        started = monotonic()
        failure = ""
        try:
            course.autograde(assignment, student, force=force)
        except CourseError as error:
            failure = f"The grader failed: {error}"
        verdicts = course.verdicts(assignment, student)
        status, sentence = _ending(verdicts, failure, course.submitted(assignment)[student])
        score = sum(result.score or 0.0 for v in verdicts for result in v.results)
        yield Graded(student, status, sentence, score, monotonic() - started, bool(failure))


def _ending(verdicts: list[Verdict], failure: str, folder: Path) -> tuple[Status, str]:
    if failure:
        return Status.UNREADABLE, failure
    if verdicts:
        worst = max(verdicts, key=lambda verdict: SEVERITY.index(verdict.status))
        return worst.status, worst.sentence
    there = sorted(path.name for path in folder.iterdir() if path.name != "timestamp.txt")
    also = f": only {', '.join(there[:5])}" if there else ""
    return Status.NOT_SUBMITTED, f"There is no notebook in the folder{also}."
