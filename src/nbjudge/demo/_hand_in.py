"""Writes the demo class into ``submitted/``, where nbgrader looks for hand-ins."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ..lesson import Lesson
from ..notebook.reading import UnreadableError, read_notebook
from ..said import SaidError
from ._build import build, record_of
from ._student import Student, load_class


class DemoError(SaidError):
    """The demo class cannot be handed in; the text says why and what to do."""


def hand_in(lesson: Lesson, submitted: Path, release: Path) -> list[Student]:
    """Hand in the demo class; files that are there already and equal are left alone.

    Raises
    ------
    DemoError
        When the lesson has no demo class, is not released, or ``submitted`` has other students,
        whose marks would stand in one gradebook with these.
    """
    students = load_class(lesson.cohort) if lesson.cohort.is_dir() else []
    if not students:
        raise DemoError(f"{lesson.cohort} has no demo class.")
    names = {student.name for student in students}
    others = sorted(path.name for path in submitted.glob("*") if path.name not in names)
    if others:
        raise DemoError(
            f"{submitted} holds hand-ins of a real class ({', '.join(others[:3])} …). "
            "Try the demo class in a copy of the course folder instead."
        )
    released = _released(release)
    for student in students:
        _write(student, released, lesson, submitted / student.name / lesson.name)
    return students


def _released(release: Path) -> NotebookNode:
    notebooks = sorted(release.glob("*.ipynb"))
    if len(notebooks) != 1:
        raise DemoError(f"{release} has no released notebook: release the lesson first.")
    try:
        return read_notebook(notebooks[0])
    except UnreadableError as error:
        raise DemoError(f"The release cannot be used: {error}") from error


def _write(student: Student, released: NotebookNode, lesson: Lesson, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not student.file:
        return
    _put(folder / "timestamp.txt", student.timestamp + "\n")
    record = record_of(student, lesson)
    if record is not None and "sidecar" in student.channels:
        _put(folder / lesson.experiments.SIDECAR, json.dumps(record, indent=1) + "\n")
    text = nbformat.writes(build(student, released, lesson))
    _put(folder / student.file, text[: student.bytes or None])


def _put(path: Path, text: str) -> None:
    if not path.is_file() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
