"""What is wrong with a source is said before it is released."""

from __future__ import annotations

from typing import Any

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from nbjudge.audit._source import own_findings, source_findings


def _findings(draft: Any) -> set[tuple[str, str]]:
    """Return rule and place of each finding; each has a sentence."""
    found = [*own_findings(draft.source), *source_findings(draft.source, draft.lesson)]
    assert all(finding.text.endswith(".") for finding in found)
    return {(finding.rule, finding.where) for finding in found}


def test_source_that_keeps_its_contract_has_no_finding(draft: Any) -> None:
    assert _findings(draft) == set()


def test_grade_id_that_is_there_twice(draft: Any) -> None:
    draft.source.cells.append(NotebookNode(draft.find("doubles-two")))
    assert _findings(draft) == {("grade-id", "doubles-two")}


@pytest.mark.parametrize("name", ["", None, 7])
def test_marked_cell_without_a_grade_id(draft: Any, name: Any) -> None:
    cell = new_markdown_cell("Text", metadata={"nbgrader": {"grade_id": name, "locked": True}})
    draft.source.cells.append(cell)
    assert _findings(draft) == {("grade-id", "notebook")}


@pytest.mark.parametrize("points", [1, 2.5, -2])
def test_points_that_the_contract_does_not_say(draft: Any, points: float) -> None:
    draft.find("doubles-two").metadata["nbgrader"]["points"] = points
    assert _findings(draft) == {("points", "doubles-two")}


@pytest.mark.parametrize("points", [None, "", "two", []])
def test_points_that_are_no_number(draft: Any, points: Any) -> None:
    draft.find("doubles-two").metadata["nbgrader"]["points"] = points
    assert _findings(draft) == {("points", "doubles-two")}


def test_graded_cell_that_the_contract_does_not_know_and_the_other_way_round(draft: Any) -> None:
    draft.find("why").metadata["nbgrader"]["grade_id"] = "because"
    assert _findings(draft) == {("points", "why"), ("points", "because")}


def test_outputs_that_were_kept(draft: Any) -> None:
    draft.find("double").outputs = [new_output("stream", text="4")]
    draft.find("doubles-two").execution_count = 3
    assert _findings(draft) == {("outputs", "double"), ("outputs", "doubles-two")}


@pytest.mark.parametrize("where", ["", "data"])
def test_record_that_would_overwrite_the_students_own(draft: Any, where: str) -> None:
    folder = draft.lesson.source / where
    folder.mkdir(exist_ok=True)
    (folder / "experiments.json").touch()
    place = str((folder / "experiments.json").relative_to(draft.lesson.root))
    assert _findings(draft) == {("stray-record", place)}


def test_starter_that_is_not_commented_out(draft: Any) -> None:
    cell = draft.find("double")
    cell.source = cell.source.replace("# raise", "raise")
    assert _findings(draft) == {("starter", "double")}


def test_starter_that_is_not_closed(draft: Any) -> None:
    cell = draft.find("double")
    cell.source = cell.source.replace("    ### END STARTER\n", "")
    assert _findings(draft) == {("starter", "double")}


def test_starter_in_a_cell_that_is_no_answer(draft: Any) -> None:
    source = draft.find("double").source
    draft.source.cells.append(new_code_cell(source, id="demo"))
    assert _findings(draft) == {("starter", "demo")}


def test_test_that_students_would_get_whole(draft: Any) -> None:
    draft.find("doubles-two").source = "assert double(2) == 4"
    assert _findings(draft) == {("hidden-tests", "doubles-two")}
