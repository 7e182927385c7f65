"""The notebook that shows TAs how to ask their own questions runs, on any class."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from nbjudge.lesson import find_lesson
from nbjudge.report import load, write
from tests.report.synthetic_class import NAME, REPOSITORY, SyntheticClass

pytestmark = pytest.mark.slow

NOTEBOOK = REPOSITORY / "docs" / "explore-grades.ipynb"


def _executed(root: Path) -> dict[str, str]:
    """Run a copy of the notebook in a course; return what each cell shows."""
    (root / "docs").mkdir()
    shutil.copy(NOTEBOOK, root / "docs")
    notebook = nbformat.read(root / "docs" / NOTEBOOK.name, as_version=4)
    resources = {"metadata": {"path": str(root / "docs")}}
    NotebookClient(notebook, timeout=120, resources=resources).execute()
    return {cell.id: _shown(cell) for cell in notebook.cells if cell.cell_type == "code"}


def _shown(cell: nbformat.NotebookNode) -> str:
    texts = [out.get("text") or out["data"]["text/plain"] for out in cell.outputs]
    return "\n".join(texts)


def test_the_notebook_answers_its_questions(tmp_path: Path) -> None:
    write(load(SyntheticClass(tmp_path).make(40)), tmp_path / "reports" / NAME)
    shown = _executed(tmp_path)
    assert all(shown.values()), [name for name, text in shown.items() if not text]
    assert "Graded without a sandbox." in shown["who"]
    assert "rows-sum-to-one" in shown["items"] and "predict" not in shown["items"]
    assert "saw_it" in shown["seen"]
    assert "sum" in shown["matrix"]
    assert "student-0000" in shown["answers"]


def test_the_notebook_runs_on_a_class_that_did_nothing(tmp_path: Path) -> None:
    SyntheticClass(tmp_path).make(0)
    write(load(find_lesson(NAME, tmp_path)), tmp_path / "reports" / NAME)
    assert "Nobody saved a broken run that counts." in _executed(tmp_path)["matrix"]


def test_the_notebook_carries_no_outputs() -> None:
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    assert not [cell.id for cell in cells if cell.get("outputs") or cell.get("execution_count")]
