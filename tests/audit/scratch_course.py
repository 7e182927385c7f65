"""Small courses without a contract, made for one test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from nbjudge.nbgrader_plugins import Course, open_course

CONFIG = "from nbjudge import configure\nc = get_config()\nconfigure(c)\n"

DOUBLE = """\
def double(x):
    ### BEGIN SOLUTION
    return x + x
    ### END SOLUTION"""


def answer(source: str, name: str = "double") -> NotebookNode:
    """Return an answer cell."""
    return _marked(source, name, solution=True, locked=False, grade=False)


def check(source: str, name: str, points: float = 1) -> NotebookNode:
    """Return a test cell."""
    return _marked(source, name, solution=False, locked=True, grade=True, points=points)


def _marked(source: str, name: str, **marks: Any) -> NotebookNode:
    common = {"schema_version": 3, "task": False, "grade_id": name}
    return new_code_cell(source, id=name, metadata={"nbgrader": common | marks})


def course_with(root: Path, **notebooks: list[NotebookNode]) -> Course:
    """Make a course with one assignment, ``ps1``."""
    folder = root / "source" / "ps1"
    folder.mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(CONFIG, "utf-8")
    for name, cells in notebooks.items():
        nbformat.write(new_notebook(cells=cells), folder / f"{name}.ipynb")
    return open_course(root)
