"""A class of any size, made from the demo class's right submissions, and commands run on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.api import Gradebook

from nbjudge.demo import hand_in
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import open_course
from nbjudge.release import release

REPOSITORY = Path(__file__).parents[1]
LESSON = "07-self-attention"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
PROGRAMS = Path(sys.executable).parent
os.environ.pop("GRADEBOOK_URL", None)  # these classes stay out of a real gradebook
STOCK = "c = get_config()\nc.CourseDirectory.course_id = 'attention'\n"


ORDINARY = "ordinary"
"""An assignment of twenty cells whose tests run in the notebook's process."""


def course(root: Path, count: int, *, assignment: str = LESSON, stock: bool = False) -> Path:
    """Make a course with so many submissions of an assignment, released; return its folder."""
    for part in ("source", "grading", "release"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(REPOSITORY / part, root / part, ignore=ignored)
    shutil.copyfile(REPOSITORY / "nbgrader_config.py", root / "nbgrader_config.py")
    if assignment == ORDINARY:
        (root / "source" / ORDINARY).mkdir()
        nbformat.write(_ordinary(solved=False), root / "source" / ORDINARY / "ordinary.ipynb")
    release(open_course(root), assignment)
    right = _right_lessons(root) if assignment == LESSON else [_right_ordinary(root)]
    for number in range(count):
        shutil.copytree(right[number % len(right)], root / "submitted" / f"student-{number:05}")
    shutil.rmtree(root / "cohort")
    if stock:
        (root / "nbgrader_config.py").write_text(STOCK)
    return root


def _right_lessons(root: Path) -> list[Path]:
    hand_in(find_lesson(LESSON, root), root / "cohort", root / "release" / LESSON)
    return sorted((root / "cohort").glob("right-*"))


def _right_ordinary(root: Path) -> Path:
    folder = root / "cohort" / "right"
    (folder / ORDINARY).mkdir(parents=True)
    nbformat.write(_ordinary(solved=True), folder / ORDINARY / "ordinary.ipynb")
    return folder


def _ordinary(*, solved: bool) -> nbformat.NotebookNode:
    """Return the notebook: imports, a look at the data, and nine functions with a test each."""
    cells = [new_code_cell("import numpy as np", id="imports")]
    cells.append(new_code_cell("data = np.arange(12.0).reshape(3, 4)\ndata", id="data"))
    for number in range(9):
        head = f"def scaled_{number}(values):\n"
        body = f"    return [value * {number} for value in values]"
        solution = f"    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION"
        cells.append(new_code_cell(head + (body if solved else solution), id=f"answer-{number}"))
        test = (
            f"assert scaled_{number}([1, 2]) == [{number}, {2 * number}]\n"
            f"assert np.isclose(np.sum(scaled_{number}(data[0])), {6 * number})"
        )
        cells.append(new_code_cell(test, id=f"test-{number}"))
    for cell in cells[2:]:
        is_test = cell.id.startswith("test")
        marks = {"grade": is_test, "locked": is_test, "solution": not is_test, "task": False}
        points = {"points": 1} if is_test else {}
        known = {"schema_version": 3, "grade_id": cell.id, **marks, **points}
        cell.metadata["nbgrader"] = nbformat.NotebookNode(known)
    return new_notebook(cells=cells)


def seconds(command: tuple[str, ...], root: Path) -> float:
    """Run a command in a course and return how long it took; it has to succeed."""
    path = os.pathsep.join([str(PROGRAMS), os.environ["PATH"]])
    started = time.perf_counter()
    subprocess.run(
        [PROGRAMS / command[0], *command[1:]],
        cwd=root,
        env=os.environ | {"PATH": path},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - started


def scores(root: Path, count: int, assignment: str = LESSON) -> list[float]:
    """Return the automatic points of the first submissions."""
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        names = [f"student-{number:05}" for number in range(count)]
        return [float(gradebook.find_submission(assignment, name).score) for name in names]
