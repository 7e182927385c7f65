"""Whatever a student did to single cells, the instructor's come back, and a note says so."""

from __future__ import annotations

from typing import Any

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

TESTS = ["doubles-two", "doubles-nothing", "halves-four"]


def test_whole_notebook_needs_no_note_and_gets_its_hidden_tests(handed_in: Any) -> None:
    prose = [cell.source for cell in handed_in.notebook.cells[::2]]
    assert handed_in.repair() == ()
    handed_in.expect_whole()
    assert [cell.source for cell in handed_in.notebook.cells[::2]] == prose


def test_notebook_that_was_repaired_needs_no_second_repair(handed_in: Any) -> None:
    handed_in.take("halves-four")
    assert len(handed_in.repair()) == 1
    assert handed_in.repair() == ()


def test_white_space_at_line_ends_is_no_edit(handed_in: Any) -> None:
    handed_in.find("setup").source += "  \n"
    assert handed_in.repair() == ()


@pytest.mark.parametrize("name", ["setup", *TESTS])
def test_deleted_cell_is_put_back(handed_in: Any, name: str) -> None:
    handed_in.take(name)
    handed_in.expect_repaired("missing", name)


def test_deleted_answer_is_put_back_as_it_was_released(handed_in: Any) -> None:
    whole = handed_in.order
    handed_in.take("halve")
    (note,) = handed_in.repair()
    assert "missing" in note.text and note.cell == "halve"
    assert handed_in.order == whole
    assert handed_in.find("halve").source == "def halve(x): ..."


@pytest.mark.parametrize("name", ["setup", "halves-four", "double"])
def test_copied_cell_counts_once(handed_in: Any, name: str) -> None:
    copy = NotebookNode(handed_in.find(name))
    copy.metadata = NotebookNode(copy.metadata)
    handed_in.notebook.cells.insert(handed_in.index(name), copy)
    handed_in.expect_repaired("more than once", name)


def test_last_of_two_answers_counts(handed_in: Any) -> None:
    first = new_markdown_cell("A first thought.", metadata=handed_in.find("why").metadata.copy())
    handed_in.notebook.cells.insert(0, first)
    handed_in.expect_repaired("more than once", "why")


@pytest.mark.parametrize("name", ["setup", *TESTS])
def test_edited_cell_is_put_back(handed_in: Any, name: str) -> None:
    handed_in.find(name).source = "2"
    handed_in.expect_repaired("edited", name)


@pytest.mark.parametrize("tag", ["skip-execution", "raises-exception"])
def test_tags_come_from_the_master(handed_in: Any, tag: str) -> None:
    handed_in.find("doubles-two").metadata["tags"] = [tag]
    handed_in.expect_repaired("Tags", "doubles-two")
    assert "tags" not in handed_in.find("doubles-two").metadata


@pytest.mark.parametrize("name", ["setup", "doubles-two", "double", "why"])
def test_changed_type_is_put_back(handed_in: Any, name: str) -> None:
    cell = handed_in.find(name)
    make = new_markdown_cell if cell.cell_type == "code" else new_code_cell
    handed_in.notebook.cells[handed_in.index(name)] = make(cell.source, metadata=cell.metadata)
    handed_in.expect_repaired("another type", name)
    assert ("outputs" in handed_in.find(name)) is (name != "why")


@pytest.mark.parametrize(
    "changes",
    [{"points": 99}, {"grade": False}, {"solution": True}, {"locked": False}, {"points": "all"}],
    ids=str,
)
def test_edited_marks_come_from_the_master(handed_in: Any, changes: dict[str, Any]) -> None:
    handed_in.find("halves-four").metadata["nbgrader"].update(changes)
    handed_in.expect_repaired("Marks or points", "halves-four")


def test_several_repairs_are_told_apart(handed_in: Any) -> None:
    handed_in.take("doubles-nothing")
    handed_in.find("doubles-two").source = "2"
    handed_in.find("halves-four").source = "2"
    texts = sorted(note.text for note in handed_in.repair())
    assert texts == [
        "Cells had been edited and were put back: doubles-two, halves-four.",
        "Cells were missing and were put back: doubles-nothing.",
    ]
