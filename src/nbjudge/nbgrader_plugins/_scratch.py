"""A copy of the course to grade in; the course and its gradebook know nothing of it."""

from __future__ import annotations

import copy
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy

from ._course import Course, CourseError

STEPS = ("source", "release", "submitted", "autograded", "feedback")
COPIED = ("source", "release")


def scratch_copy(course: Course, root: Path, *, otherwise: str) -> Course:
    """Copy what grading reads, but for the hand-ins; settings that lead elsewhere are set back.

    The copy has no ``nbgrader_config.py``: whoever opened that would reach the real gradebook.

    Parameters
    ----------
    course : Course
        The real one, which is only read.
    root : Path
        An empty folder.
    otherwise : str
        What to do when the gradebook cannot be copied.

    Raises
    ------
    CourseError
        When the gradebook is no SQLite file.
    """
    gradebook = sqlalchemy.make_url(course.gradebook_url).database
    if not course.gradebook_url.startswith("sqlite") or not gradebook:
        raise CourseError(
            "This is found out in a copy of the gradebook, and only one that is an SQLite file "
            f"can be copied: {otherwise}."
        )
    for step in COPIED:
        _copy(course.root / step_folder(course, step), root / step)
    _copy(course.root / "grading", root / "grading")
    with closing(sqlite3.connect(gradebook)) as old, closing(sqlite3.connect(root / "g.db")) as new:
        old.backup(new)
    config = copy.deepcopy(course.config)
    config.CourseDirectory.db_url = f"sqlite:///{root / 'g.db'}"
    for step in STEPS:
        config.CourseDirectory[f"{step}_directory"] = step
    return Course(root, config)


def step_folder(course: Course, step: str) -> str:
    """Return where a step of nbgrader's has its folders, inside the course or outside."""
    return str(course.config.CourseDirectory.get(f"{step}_directory", step))


def _copy(folder: Path, target: Path) -> None:
    if folder.is_dir():
        shutil.copytree(folder, target, ignore=shutil.ignore_patterns("__pycache__", "cohort"))
