"""Grades an attempt to see what it would get; the course and its gradebook know nothing of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from ...verdict import Outcome
from .._course import Course
from .._errors import CourseError
from .._scratch import scratch_copy


@contextmanager
def trial_grader(course: Course, assignment: str) -> Iterator[Callable[[Path], float | None]]:
    """Yield a function that grades a folder as a submission and returns its automatic points.

    It grades in a copy of the course with a copy of the gradebook, by the same cells and the same
    sandbox; None when the attempt cannot be graded. The time of handing in counts for nothing.

    Raises
    ------
    CourseError
        When the assignment cannot be graded, or the gradebook cannot be read.
    """
    course.require(assignment, writing=False)
    with TemporaryDirectory(prefix="nbjudge-best-") as name:
        scratch = scratch_copy(course, Path(name))
        numbers = count(1)

        def score(folder: Path) -> float | None:
            student = f"attempt-{next(numbers)}"
            target = scratch.root / "submitted" / student / assignment
            target.parent.mkdir(parents=True)
            shutil.copytree(folder, target)
            try:
                scratch.autograde(assignment, student)
            except CourseError:
                return None
            return _points(scratch, assignment, student)

        yield score


def _points(course: Course, assignment: str, student: str) -> float | None:
    results = [r for v in course.verdicts(assignment, student) for r in v.results]
    given = [r.score for r in results if r.outcome is not Outcome.WAITING and r.score is not None]
    return sum(given) if results else None
