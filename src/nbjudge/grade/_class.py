"""A class: one submission after the other, or several at a time."""

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import tally
from ..nbgrader_plugins import Course, CourseError, Desk, Ledger
from ..verdict import Status, Verdict
from ._afar import mark_afar
from ._here import mark_here
from ._pool import Pool


@dataclass(frozen=True)
class Graded:
    """What became of one submission.

    Parameters
    ----------
    student : str
    status : Status
        The worst of its notebooks.
    sentence : str
        Why; what there is to say of tests that wait is in `GradedClass`.
    score : float
        What could be scored without a person.
    seconds : float
        What marking took.
    failed : bool
        Whether the grader itself failed, so that nothing was recorded.
    verdicts : mapping of str to Verdict
        By notebook.
    absent : tuple of str
        Notebooks of the assignment that were not handed in, while others were.
    """

    student: str
    status: Status
    sentence: str
    score: float
    seconds: float
    failed: bool = False
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    absent: tuple[str, ...] = ()


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
    notebooks = course.notebooks(assignment)
    with desk.ledger() as ledger, closing(_marked(desk, wanted, jobs, dask)) as coming:
        for student, done in coming:
            failure = _entered(desk, ledger, done)
            found = {} if failure or done.marked is None else done.marked.verdicts
            yield _graded(
                student,
                notebooks,
                found or course.verdicts_by_notebook(assignment, student),
                course.submitted_by(student, assignment),
                failure,
                0.0 if failure else done.seconds,
            )


def _marked(
    desk: Desk, students: list[str], jobs: int, dask: str | None
) -> Generator[tuple[str, Any]]:
    """Have the students' submissions marked by whoever is to do it."""
    if dask is not None:
        return mark_afar(desk, students, dask)
    if jobs > 1 and len(students) > 1:
        return Pool(desk.mark, desk.begin_elsewhere, jobs).run(students)
    return mark_here(desk, students)


def _entered(desk: Desk, ledger: Ledger, done: Any) -> str:
    """Enter what was marked; what fails is this submission's, and nobody else's."""
    try:
        if isinstance(done, Exception):
            raise done
        desk.enter(ledger, done)
    except CourseError as error:
        return str(error)
    except Exception as error:
        return f"The grader failed: {error}"
    return ""


def _graded(
    student: str,
    notebooks: Sequence[str],
    found: Mapping[str, Verdict],
    folder: Path,
    failure: str,
    seconds: float,
) -> Graded:
    verdicts = {name: found[name] for name in notebooks if name in found}
    absent = tuple(name for name in notebooks if name not in found) if verdicts else ()
    score = sum(result.score or 0.0 for v in verdicts.values() for result in v.results)
    if failure:
        status, sentence = Status.NOT_GRADED, failure
    elif verdicts:
        status = tally.worst(verdict.status for verdict in verdicts.values())
        several = len(notebooks) > 1
        sentence = tally.sentence(verdicts, several=several, absent=absent)
    else:
        status, sentence = Status.NOT_SUBMITTED, _nothing_there(folder)
    return Graded(student, status, sentence, score, seconds, bool(failure), verdicts, absent)


def _nothing_there(folder: Path) -> str:
    there = sorted(path.name for path in folder.iterdir() if path.name != "timestamp.txt")
    also = f": only {', '.join(there[:5])}" if there else ""
    return f"There is no notebook in the folder{also}."
