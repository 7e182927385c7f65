"""A class: one submission after the other, or several at a time."""

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..nbgrader_plugins import Course, CourseError, Desk, Ledger
from ..verdict import Status, Verdict
from ._afar import mark_afar
from ._here import mark_here
from ._pool import Pool

SEVERITY = [
    Status.GRADED,
    Status.REPAIRED,
    Status.PARTLY_RUN,
    Status.NOT_SUBMITTED,
    Status.UNREADABLE,
    Status.NOT_GRADED,
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


def students_of(
    course: Course, assignment: str, wanted: Iterable[str] = (), *, writing: bool = True
) -> list[str]:
    """Return the ids of those who handed in, as they are written, sorted.

    Parameters
    ----------
    course : Course
        Where the hand-ins are.
    assignment : str
        The assignment's name.
    wanted : iterable of str
        Ids, or several with commas between them; everybody's when there are none.
    writing : bool
        Whether they are to be graded for good, so that the gradebook has to be writable.

    Raises
    ------
    CourseError
        When the assignment is not released, nobody handed in, or somebody who is wanted did not.
    """
    course.require(assignment, writing=writing)
    submitted = course.submitted(assignment)
    chosen = {name for text in wanted for name in _ids(text, submitted)}
    missing = sorted(chosen - submitted.keys())
    if missing:
        raise CourseError(
            f"No hand-in of {', '.join(missing)} for {assignment} is in {course.root}."
        )
    if not submitted:
        raise CourseError(
            f"Nobody has handed in {assignment}: {course.root / 'submitted'} has none."
        )
    return sorted(chosen or submitted)


def _ids(text: str, submitted: Container[str]) -> list[str]:
    """Return the ids in a text; one that has a comma in it is taken as it is."""
    parts = [part.strip() for part in text.split(",")]
    return [text] if text in submitted else [part for part in parts if part]


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
    desk, wanted = Desk(course, assignment, force=force), list(students)
    with desk.ledger() as ledger, closing(_marked(desk, wanted, jobs, dask)) as coming:
        for student, done in coming:
            yield _entered(course, assignment, desk, ledger, student, done)


def _marked(
    desk: Desk, students: list[str], jobs: int, dask: str | None
) -> Generator[tuple[str, Any]]:
    """Have the students' submissions marked by whoever is to do it."""
    if dask is not None:
        return mark_afar(desk, students, dask)
    if jobs > 1 and len(students) > 1:
        return Pool(desk.mark, desk.begin_elsewhere, jobs).run(students)
    return mark_here(desk, students)


def _entered(
    course: Course, assignment: str, desk: Desk, ledger: Ledger, student: str, done: Any
) -> Graded:
    """Enter what was marked; what fails is this submission's, and nobody else's."""
    failure, seconds, marked = "", 0.0, None
    try:
        if isinstance(done, Exception):
            raise done
        desk.enter(ledger, done)
        seconds, marked = done.seconds, done.marked
    except CourseError as error:
        failure = str(error)
    except Exception as error:
        failure = f"The grader failed: {error}"
    verdicts = list(marked.verdicts.values()) if marked else course.verdicts(assignment, student)
    return _graded(course, assignment, student, verdicts, failure, seconds)


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
        return Status.NOT_GRADED, failure
    if verdicts:
        worst = max(verdicts, key=lambda verdict: SEVERITY.index(verdict.status))
        return worst.status, worst.sentence
    there = sorted(path.name for path in folder.iterdir() if path.name != "timestamp.txt")
    also = f": only {', '.join(there[:5])}" if there else ""
    return Status.NOT_SUBMITTED, f"There is no notebook in the folder{also}."
