"""A test may be let into the student's process: by a tag in the master, or for an assignment."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from nbjudge.verdict import Kind, Outcome, Verdict

CONFIG = "from nbjudge import configure\nc = get_config()\n{}\nconfigure(c)\n"

NEEDS_THE_OBJECT = """\
import inspect
assert inspect.isgeneratorfunction(numbers)
sum(numbers()) / 2
"""


def _master(tag: bool) -> NotebookNode:
    answer = new_code_cell("### BEGIN SOLUTION\ndef numbers():\n    yield 2\n### END SOLUTION")
    test = new_code_cell(NEEDS_THE_OBJECT)
    for cell, name in ((answer, "numbers"), (test, "makes-numbers")):
        solution = cell is answer
        marks = {"schema_version": 3, "task": False, "grade_id": name}
        marks |= {"solution": solution, "locked": not solution, "grade": not solution}
        cell.metadata["nbgrader"] = NotebookNode(marks if solution else marks | {"points": 1})
    test.metadata["tags"] = ["nbjudge-inside"] if tag else []
    return new_notebook(cells=[answer, test])


def _verdict(root: Path, setting: str = "", *, tag: bool = False, added: str = "") -> Verdict:
    (root / "nbgrader_config.py").write_text(CONFIG.format(setting))
    (root / "source" / "ps1").mkdir(parents=True)
    nbformat.write(_master(tag), root / "source" / "ps1" / "p1.ipynb")
    course = open_course(root)
    release(course, "ps1")
    _hand_in(course, added)
    course.autograde("ps1", "someone")
    (found,) = course.verdicts("ps1", "someone")
    return found


def _hand_in(course: Course, added: str) -> None:
    released = (course.root / "release" / "ps1" / "p1.ipynb").read_text("utf-8")
    notebook = nbformat.from_dict(json.loads(released))
    notebook.cells[0].source = "def numbers():\n    yield 2"
    notebook.cells[0].source += added
    folder = course.root / "submitted" / "someone" / "ps1"
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / "p1.ipynb")


def test_outside_it_cannot_see_the_object_itself(tmp_path: Path):
    found = _verdict(tmp_path)
    assert [result.outcome for result in found.results] == [Outcome.FAILED]
    assert found.notes == ()


@pytest.mark.parametrize(
    ("setting", "tag"), [("", True), ("c.JudgeCells.inside = ['ps1']", False)], ids=["tag", "all"]
)
def test_inside_it_can_and_the_verdict_says_so(tmp_path: Path, setting: str, tag: bool):
    found = _verdict(tmp_path, setting, tag=tag)
    assert [result.outcome for result in found.results] == [Outcome.PASSED]
    (note,) = found.notes
    assert note.kind is Kind.INTEGRITY
    assert "makes-numbers" in note.text


def test_a_tag_of_the_students_lets_nothing_in(tmp_path: Path):
    _verdict(tmp_path)
    path = tmp_path / "submitted" / "someone" / "ps1" / "p1.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    notebook["cells"][1]["metadata"]["tags"] = ["nbjudge-inside"]
    path.write_text(json.dumps(notebook), "utf-8")
    course = open_course(tmp_path)
    course.autograde("ps1", "someone")
    (found,) = course.verdicts("ps1", "someone")
    assert [result.outcome for result in found.results] == [Outcome.FAILED]


def test_a_test_inside_that_dies_costs_itself(tmp_path: Path):
    dies = "\nimport sys\ndef sum(_): import os; os._exit(1)"
    found = _verdict(tmp_path, tag=True, added=dies)
    assert [(result.outcome, result.score) for result in found.results] == [(Outcome.FAILED, 0.0)]
