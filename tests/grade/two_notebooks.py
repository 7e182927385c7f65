"""A course of two notebooks whose tests are not all what they should be."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from tests.conftest import LESSON, REPOSITORY

NAME = "ps1"
CONFIG = "from nbjudge import configure\nc = get_config()\nconfigure(c)\n"
CONTRACT = """\
by_hand = ["why"]
starter_fails = []
[points]
[release]
files = []
imports = []
forbidden = []
"""
DOUBLE, WRAP = "def double(x):\n    return 2 * x", "def wrap(x):\n    return [x]"
A_GENERATOR = "def wrap(x):\n    return (each for each in [x])"
ENDLESS = f"{DOUBLE}\nwhile True: pass"


def _cell(source: str, grade_id: str, points: float | None, *tags: str) -> NotebookNode:
    """Return a test, or without points an answer in code."""
    marks = {"schema_version": 3, "task": False, "grade_id": grade_id, "grade": points is not None}
    marks |= {"solution": points is None, "locked": points is not None}
    marks |= {} if points is None else {"points": points}
    return new_code_cell(source, metadata={"nbgrader": marks, "tags": [*tags]})


def _free_text(grade_id: str) -> NotebookNode:
    marks = {"schema_version": 3, "task": False, "grade_id": grade_id, "grade": True, "points": 2}
    marks |= {"solution": True, "locked": False}
    return new_markdown_cell("Write here.", metadata={"nbgrader": marks})


def _solved(code: str, grade_id: str) -> NotebookNode:
    return _cell(f"### BEGIN SOLUTION\n{code}\n### END SOLUTION", grade_id, None)


def _masters() -> dict[str, NotebookNode]:
    algebra = [
        _solved(DOUBLE, "double"),
        _cell("assert double(1) == 2", "doubles-one", 2),
        _cell("assert double(2) == 5, 'double(2) is not right'", "doubles-two", 3),
        _cell("print('compared')\ndouble(1) == 3", "compares", 1),
        _free_text("why"),
    ]
    boxes = [
        _solved(WRAP, "wrap"),
        _cell("assert wrap(1) == [1]", "wraps-one", 2, "nbjudge-isolated"),
        _cell("assert list(wrap(2)) == [2]", "wraps-two", 2),
    ]
    return {"algebra": new_notebook(cells=algebra), "boxes": new_notebook(cells=boxes)}


def two_notebooks(root: Path) -> Course:
    """Write and release the course; ``doubles-two`` fails on the solution too."""
    source, grading = root / "source" / NAME, root / "grading" / NAME
    source.mkdir(parents=True)
    without = shutil.ignore_patterns("cohort", "right", "__pycache__")
    shutil.copytree(REPOSITORY / "grading" / LESSON, grading, ignore=without)
    (root / "nbgrader_config.py").write_text(CONFIG)
    (source / "numbers.csv").write_text("1\n2\n")
    (grading / "contract.toml").write_text(CONTRACT)
    (grading / "failure_modes.toml").write_text("")
    for name, notebook in _masters().items():
        nbformat.write(notebook, source / f"{name}.ipynb")
    course = open_course(root)
    release(course, NAME)
    return course


def hand_in(course: Course, student: str, double: str | None, wrap: str | None) -> None:
    """Hand in what was released with these answers; None leaves a notebook out."""
    folder = course.root / "submitted" / student / NAME
    folder.mkdir(parents=True)
    for name, answer in {"algebra": double, "boxes": wrap}.items():
        if answer is not None:
            notebook = nbformat.read(course.root / "release" / NAME / f"{name}.ipynb", 4)
            notebook.cells[0].source = answer
            if name == "algebra":
                notebook.cells[-1].source = f"{student} says so."
            nbformat.write(notebook, folder / f"{name}.ipynb")


def hand_in_the_class(course: Course) -> None:
    """Hand in what six students might: three are right, and three each in a way of their own."""
    for student in ("amy", "ben", "cleo"):
        hand_in(course, student, DOUBLE, WRAP)
    hand_in(course, "dan", DOUBLE, A_GENERATOR)
    hand_in(course, "eve", ENDLESS, WRAP)
    hand_in(course, "fay", DOUBLE, None)
