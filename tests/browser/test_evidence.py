"""The saved notebook alone carries the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from nbformat import NotebookNode

from nbjudge.lesson import Lesson
from nbjudge.notebook.harvest import harvest

from .notebook_page import NotebookPage

pytestmark = pytest.mark.slow


def test_ctrl_s_inside_the_workbench_saves_the_evidence_with_the_notebook(
    everywhere: NotebookPage, lesson: Lesson
):
    workbench = everywhere.open_workbench()
    workbench.predict()
    workbench.save_pair()
    everywhere.run("evidence")
    workbench.button("Save run").focus()
    notebook = everywhere.save_by_key()

    data = evidence(notebook)
    assert data[lesson.experiments.MIME] == everywhere.record()
    assert lesson.experiments.TEXT_MARK in data["text/plain"]
    assert "2 runs: 1 correct, 1 broken" in data["text/html"]

    found = harvest(notebook, Path("no-sidecar"), lesson.experiments)
    assert found.record is not None and not found.notes
    assert len(found.record["runs"]) == 2
    assert lesson.experiments.assess(found.record).score == 4


def evidence(notebook: NotebookNode) -> NotebookNode:
    """Return the bundle of the evidence cell, and see to it that no other output helps it."""
    for cell in notebook.cells:
        if cell.id == "workbench":
            cell.outputs = []
    (cell,) = [cell for cell in notebook.cells if cell.id == "evidence"]
    return cell.outputs[0].data
