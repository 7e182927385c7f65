"""The course as it would be if its source were released: a copy to grade in."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from ._course import Course
from ._master import load_masters
from ._scratch import scratch_copy, step_folder
from ._staging import put


@contextmanager
def rehearsal(course: Course, assignment: str, students: Iterable[str]) -> Iterator[Course]:
    """Yield a copy of the course with the source released and these students' hand-ins.

    What was autograded is there too, so that `autograde` leaves alone what has not changed.

    Raises
    ------
    CourseError
        When the gradebook cannot be read, or the source cannot be released.
    """
    with TemporaryDirectory(prefix="nbjudge-dry-run-") as name:
        scratch = scratch_copy(course, Path(name))
        if any((scratch.root / "source" / assignment).glob("*.ipynb")):
            _release(scratch, assignment)
        handed_in = course.submitted(assignment)
        for student in students:
            target = scratch.root / "submitted" / student / assignment
            target.parent.mkdir(parents=True)
            target.symlink_to(handed_in[student].resolve())  # grading only reads it
            _copy_notebooks(course, scratch, student, assignment)
        yield scratch


def is_released(course: Course, scratch: Course, assignment: str) -> bool:
    """Whether the source is what the course has released: a rehearsal's copy tells."""
    return _masters(course, assignment) == _masters(scratch, assignment)


def _masters(course: Course, assignment: str) -> dict[str, str]:
    release = course.root / step_folder(course, "release") / assignment
    with course.gradebook() as gradebook:
        masters = load_masters(gradebook, assignment, release)
    return {name: master.sha256 for name, master in masters.items()}


def _release(scratch: Course, assignment: str) -> None:
    """Release into the copy; its gradebook takes over the cells and their points."""
    fresh = scratch.root / "fresh"
    scratch.release(assignment, into=fresh, record=True)
    released = scratch.root / "release" / assignment
    put(fresh / assignment, released)


def _copy_notebooks(course: Course, scratch: Course, student: str, assignment: str) -> None:
    graded = course.root / step_folder(course, "autograded") / student / assignment
    target = scratch.root / "autograded" / student / assignment
    with suppress(PermissionError):  # then it is graded again, in the copy
        for path in graded.glob("*.ipynb"):
            target.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / path.name)
