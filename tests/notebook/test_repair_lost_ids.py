"""Cells that lost their grade id are recognised; those of another assignment are not."""

from __future__ import annotations

from typing import Any

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nbjudge.verdict import KEY, Kind


@pytest.mark.parametrize("marks", [None, [], "grade", {}])
def test_cell_without_its_metadata_is_recognised(handed_in: Any, marks: Any) -> None:
    handed_in.find("doubles-two").metadata["nbgrader"] = marks
    handed_in.expect_repaired("recognised", "doubles-two")


@pytest.mark.parametrize("name", ["invented", "", 7, None])
def test_cell_with_another_grade_id_is_recognised(handed_in: Any, name: Any) -> None:
    handed_in.find("doubles-two").metadata["nbgrader"]["grade_id"] = name
    handed_in.expect_repaired("recognised", "doubles-two")


def _wipe(handed_in: Any, *, new_ids: bool) -> None:
    for number, cell in enumerate(handed_in.notebook.cells):
        cell.metadata = NotebookNode()
        cell.id = f"other-{number}" if new_ids else cell.id


def test_wiped_metadata_is_attached_again_by_cell_id(handed_in: Any) -> None:
    whole = handed_in.order
    _wipe(handed_in, new_ids=False)
    handed_in.expect_repaired("recognised", *whole)


def test_wiped_metadata_is_attached_again_by_content_and_position(handed_in: Any) -> None:
    """Another editor kept nothing but sources: an answer stands between cells that are known."""
    _wipe(handed_in, new_ids=True)
    handed_in.repair()
    handed_in.expect_whole()


def test_one_answer_without_metadata_and_id_is_found_by_its_position(handed_in: Any) -> None:
    answer = handed_in.find("halve")
    answer.metadata, answer.id = NotebookNode(), "other"
    handed_in.expect_repaired("recognised", "halve")


def test_invented_grade_ids_and_verdicts_do_not_stay(handed_in: Any) -> None:
    extra = new_code_cell("10", metadata={"nbgrader": {"grade_id": "bonus", "points": 10}})
    extra.metadata[KEY] = "ok"
    handed_in.notebook.cells.append(extra)
    handed_in.repair()
    assert extra.metadata == {}
    handed_in.expect_whole()


@pytest.mark.parametrize(
    "shared",
    [
        [],
        [new_code_cell("import numpy", metadata={"nbgrader": {"grade_id": "setup"}})],
        [new_markdown_cell("YOUR ANSWER HERE", metadata={"nbgrader": {"grade_id": "essay"}})],
        [new_markdown_cell("So", metadata={"nbgrader": {"grade_id": "why", "solution": True}})],
    ],
    ids=["nothing shared", "a setup cell shared", "nbgrader's stub shared", "an essay's id shared"],
)
def test_notebook_of_another_assignment_is_refused(
    handed_in: Any, shared: list[NotebookNode]
) -> None:
    marks = {"grade": True, "locked": True, "points": 2}
    tests = [
        new_code_cell(
            f"assert triple({n}) == {3 * n}", metadata={"nbgrader": marks | {"grade_id": name}}
        )
        for n, name in enumerate(["triples-zero", "triples-one", "triples-two"])
    ]
    handed_in.notebook = new_notebook(cells=[*shared, *tests])
    (note,) = handed_in.repair()
    assert note.kind is Kind.UNREADABLE


def test_notebook_without_cells_is_refused(handed_in: Any) -> None:
    handed_in.notebook = new_notebook()
    (note,) = handed_in.repair()
    assert note.kind is Kind.UNREADABLE
