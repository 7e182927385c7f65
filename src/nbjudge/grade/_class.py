"""A class: one submission after the other, or several at a time."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from ..nbgrader_plugins import Course, CourseError, Desk
from ..verdict import Status, Verdict
from ._afar import mark_afar
from ._pool import Pool

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
    course: Course,
    assignment: str,
    students: Iterable[str],
    *,
    force: bool = False,
    jobs: int = 1,
    dask: str | None = None,
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
    jobs : int
        Processes that mark; this one alone writes to the gradebook. With 1, it does both.
    dask : str, optional
        The address of a Dask scheduler whose workers mark, in place of processes here.

    Yields
    ------
    Graded
        One for each student, in the order in which they are done.

    Raises
    ------
    ClusterError
        When a cluster cannot be used, or is gone: then the class is graded in part.
    """
    wanted = list(students)
    if dask is not None:
        desk = Desk(course, assignment, force=force)
        yield from _entered(course, assignment, desk, mark_afar(desk, wanted, dask))
    elif jobs > 1 and len(wanted) > 1:
        desk = Desk(course, assignment, force=force)
        pool = Pool(desk.mark, desk.begin_elsewhere, jobs)
        yield from _entered(course, assignment, desk, pool.run(wanted))
    else:
        yield from _one_by_one(course, assignment, wanted, force)


def _one_by_one(
    course: Course, assignment: str, students: Iterable[str], force: bool
) -> Iterator[Graded]:
    for student in students:
        started = monotonic()
        failure = ""
        try:
            course.autograde(assignment, student, force=force)
        except CourseError as error:
            failure = f"The grader failed: {error}"
        verdicts = course.verdicts(assignment, student)
        yield _graded(course, assignment, student, verdicts, failure, monotonic() - started)


def _entered(
    course: Course, assignment: str, desk: Desk, coming: Generator[tuple[str, Any]]
) -> Iterator[Graded]:
    """Enter what others mark, as it comes."""
    with desk.ledger() as ledger, closing(coming) as results:
        for student, done in results:
            failure, seconds = "", 0.0
            try:
                if isinstance(done, Exception):
                    raise done
                desk.enter(ledger, done)
                seconds = done.seconds
            except Exception as error:  # this submission's, and nobody else's
                failure = f"The grader failed: {error}"
            marked = None if failure else done.marked
            verdicts = (
                list(marked.verdicts.values()) if marked else course.verdicts(assignment, student)
            )
            yield _graded(course, assignment, student, verdicts, failure, seconds)


def _graded(
    course: Course,
    assignment: str,
    student: str,
    verdicts: list[Verdict],
    failure: str,
    seconds: float,
) -> Graded:
    folder = course.submitted_by(student, assignment)
    status, sentence = _ending(verdicts, failure, folder)
    score = sum(result.score or 0.0 for v in verdicts for result in v.results)
    return Graded(student, status, sentence, score, seconds, bool(failure))


def _ending(verdicts: list[Verdict], failure: str, folder: Path) -> tuple[Status, str]:
    if failure:
        return Status.UNREADABLE, failure
    if verdicts:
        worst = max(verdicts, key=lambda verdict: SEVERITY.index(verdict.status))
        return worst.status, worst.sentence
    there = sorted(path.name for path in folder.iterdir() if path.name != "timestamp.txt")
    also = f": only {', '.join(there[:5])}" if there else ""
    return Status.NOT_SUBMITTED, f"There is no notebook in the folder{also}."
