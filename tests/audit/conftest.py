"""A small lesson in a course of its own: its notebook is made up, its contract too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nbjudge.lesson import Lesson, find_lesson

CONTRACT = """\
by_hand = ["why"]
starter_fails = ["doubles-two"]
[points]
doubles-two = 2
why = 3
[release]
files = ["lesson.ipynb", "module/*.py"]
imports = ["numpy"]
forbidden = ["exp", "softmax"]
"""

ANSWER = """\
def double(x):
    ### BEGIN SOLUTION
    return x + x  # twice as much
    ### BEGIN STARTER
    # raise NotImplementedError
    ### END STARTER
    ### END SOLUTION"""

TEST = """\
# doubles-two (2 points)
### BEGIN HIDDEN TESTS
text = "a\\tb"
assert double(2) == 4, "two is not doubled"
### END HIDDEN TESTS"""

SAMPLE = r"""Because doubling is addition.
In symbols: $2x = x + \frac{2x}{2}$."""


def marked(make: Any, source: str, name: str, **marks: Any) -> NotebookNode:
    return make(source, id=name, metadata={"nbgrader": {"grade_id": name, **marks}})


@dataclass
class Draft:
    """The lesson's folders, and the source notebook before it is saved."""

    lesson: Lesson
    source: NotebookNode
    release: Path

    def find(self, name: str) -> NotebookNode:
        return next(cell for cell in self.source.cells if cell.id == name)


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    """A lesson that keeps its contract, with an empty folder for a release."""
    grading, release = tmp_path / "grading" / "01", tmp_path / "release" / "01"
    for folder in (grading, release, tmp_path / "source" / "01"):
        folder.mkdir(parents=True)
    (grading / "contract.toml").write_text(CONTRACT, "utf-8")
    (grading / "experiments.py").write_text("SIDECAR = 'experiments.json'\n", "utf-8")
    cells = [
        marked(new_code_cell, ANSWER, "double", solution=True),
        marked(new_code_cell, TEST, "doubles-two", grade=True, locked=True, points=2),
        marked(new_markdown_cell, SAMPLE, "why", grade=True, solution=True, points=3),
    ]
    return Draft(find_lesson("01", tmp_path), new_notebook(cells=cells), release)
