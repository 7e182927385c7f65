"""What a graded cell earns, from how it ended and from the number that it ended with."""

from __future__ import annotations

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output
from nbgrader.utils import compute_checksum

from nbjudge.nbgrader_plugins.steps._scores import judge
from nbjudge.verdict import KEY, Outcome


def _cell(*outputs: NotebookNode, ending: str | None = "ok", points: float = 4) -> NotebookNode:
    cell = new_code_cell("assert True", outputs=list(outputs))
    marks = {"grade": True, "solution": False, "locked": True, "grade_id": "t", "points": points}
    cell.metadata["nbgrader"] = NotebookNode(marks)
    if ending:
        cell.metadata[KEY] = ending
    return cell


def _shows(text: str) -> NotebookNode:
    return new_output("execute_result", data={"text/plain": text})


def test_a_test_that_ran_to_its_end_is_passed():
    result = judge(_cell())
    assert (result.outcome, result.score) == (Outcome.PASSED, 4)


def test_a_test_that_was_not_run_is_not_passed():
    result = judge(_cell(ending=None))
    assert (result.outcome, result.score) == (Outcome.NOT_RUN, 0)


def test_what_goes_to_stderr_decides_nothing():
    assert judge(_cell(new_output("stream", name="stderr", text="a warning"))).score == 4


@pytest.mark.parametrize(
    ("shown", "score"),
    [("2", 2), ("0.5", 0.5), ("np.float64(0.5)", 0.5), ("np.int64(3)", 3), ("4.0", 4), ("0", 0)],
)
def test_a_number_is_partial_credit(shown: str, score: float):
    assert judge(_cell(_shows(shown))).score == score


@pytest.mark.parametrize("shown", ["-1", "5", "nan", "inf", "np.float64(nan)"])
def test_a_number_that_is_no_score_waits_for_a_person(shown: str):
    result = judge(_cell(_shows(shown)))
    assert (result.outcome, result.score) == (Outcome.WAITING, None)
    assert "no score from 0 to 4" in result.message


@pytest.mark.parametrize("shown", ["'4'", "True", "False", "x", "(3,)", "<Axes: >", ""])
def test_anything_else_is_full_marks_as_with_nbgrader(shown: str):
    result = judge(_cell(_shows(shown)))
    assert (result.outcome, result.score) == (Outcome.PASSED, 4)


def test_a_test_that_could_not_be_judged_waits_for_a_person():
    error = new_output("error", ename="TestLost", evalue="It ended.", traceback=["x"])
    result = judge(_cell(error, ending="not judged"))
    assert (result.outcome, result.score) == (Outcome.WAITING, None)
    assert result.message == "It could not be judged: It ended."


def test_a_number_that_was_only_printed_or_displayed_decides_nothing():
    printed = new_output("stream", name="stdout", text="1")
    displayed = new_output("display_data", data={"text/plain": "1"})
    assert judge(_cell(printed, displayed)).score == 4


def test_a_cell_worth_nothing_earns_nothing():
    assert judge(_cell(_shows("1"), points=0)).score == 0


@pytest.mark.parametrize("shown", ["Test Passed", "TRUE", "3-element Vector{Int64}:", "(0, 1)"])
def test_in_another_language_a_test_may_end_with_a_value_that_is_no_number(shown: str):
    result = judge(_cell(_shows(shown)), python=False)
    assert (result.outcome, result.score) == (Outcome.PASSED, 4)


@pytest.mark.parametrize("shown", ["-1", "5", "NaN", "-Inf", "1//2", "0.5f0", "[1] 7"])
def test_in_another_language_too_a_number_has_to_be_a_score(shown: str):
    result = judge(_cell(_shows(shown)), python=False)
    assert (result.outcome, result.score) == (Outcome.WAITING, None)


@pytest.mark.parametrize(("shown", "score"), [("2", 2), ("[1] 0.5", 0.5), ("\x1b[33m3\x1b[39m", 3)])
def test_in_another_language_too_a_number_is_partial_credit(shown: str, score: float):
    assert judge(_cell(_shows(shown)), python=False).score == score


def test_a_test_that_failed_by_what_it_wrote_to_stderr_says_it():
    result = judge(_cell(new_output("stream", name="stderr", text="no match\n"), ending="error"))
    assert (result.outcome, result.message) == (Outcome.FAILED, "no match")


@pytest.mark.parametrize("ending", ["error", "died", "time limit"])
def test_a_test_that_did_not_end_well_is_failed(ending: str):
    error = new_output("error", ename="AssertionError", evalue="Row 2.", traceback=["x"])
    result = judge(_cell(error, ending=ending))
    assert (result.outcome, result.score, result.message) == (Outcome.FAILED, 0, "Row 2.")


def test_an_answer_waits_for_a_person_unless_it_is_as_it_came():
    cell = _cell(ending=None)
    cell.metadata.nbgrader["solution"] = True
    assert judge(cell).outcome is Outcome.WAITING
    cell.metadata.nbgrader["checksum"] = compute_checksum(cell)
    assert (judge(cell).outcome, judge(cell).score) == (Outcome.FAILED, 0)
