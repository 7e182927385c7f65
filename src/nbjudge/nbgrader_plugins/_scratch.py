"""A copy of the course to grade in; the course and its gradebook know nothing of it."""

from __future__ import annotations

import copy
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from ..gradebook import file_of, open_to_read
from ._copying import copy_gradebook
from ._course import Course

STEPS = ("source", "release", "submitted", "autograded", "feedback")
COPIED = ("source", "release")


def scratch_copy(course: Course, root: Path) -> Course:
    """Copy what grading reads, but for the hand-ins; settings that lead elsewhere are set back.

    The copy has no ``nbgrader_config.py``: whoever opened that would reach the real gradebook. Its
    own is an SQLite file, whatever the real one is.

    Parameters
    ----------
    course : Course
        The real one, which is only read.
    root : Path
        An empty folder.

    Raises
    ------
    CourseError
        When the gradebook cannot be read.
    """
    for step in COPIED:
        _copy(course.root / step_folder(course, step), root / step)
    _copy(course.root / "grading", root / "grading")
    _copy_gradebook(course.gradebook_url, root / "gradebook.db")
    return _apart(course, root)


def empty_copy(course: Course, assignment: str, root: Path) -> Course:
    """Copy the sources of one assignment: nothing is released or handed in, no student is known.

    Parameters
    ----------
    course : Course
        The real one, which is only read.
    assignment : str
        Its name.
    root : Path
        An empty folder.
    """
    source = course.root / step_folder(course, "source")
    _copy(source / assignment, root / "source" / assignment)
    for path in source.glob("*"):
        if path.is_file():  # a header that all notebooks get, for example
            shutil.copyfile(path, root / "source" / path.name)
    _copy(course.root / "grading" / assignment, root / "grading" / assignment)
    return _apart(course, root)


def _apart(course: Course, root: Path) -> Course:
    """Return a course in another folder with the same settings, but for where things are."""
    config = copy.deepcopy(course.config)
    for step in STEPS:
        config.CourseDirectory[f"{step}_directory"] = step
    scratch = Course(root.resolve(), config)
    scratch.keep_apart()
    return scratch


def _copy_gradebook(url: str, target: Path) -> None:
    path = file_of(url)
    if path is None:
        copy_gradebook(url, f"sqlite:///{target}")
    else:
        with closing(open_to_read(path)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)


def step_folder(course: Course, step: str) -> str:
    """Return where a step of nbgrader's has its folders, inside the course or outside."""
    return str(course.config.CourseDirectory.get(f"{step}_directory", step))


def _copy(folder: Path, target: Path) -> None:
    if folder.is_dir():
        shutil.copytree(folder, target, ignore=shutil.ignore_patterns("__pycache__", "cohort"))
