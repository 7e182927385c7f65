"""What is said of a submission's notebooks together, and of a test over a class."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell
from nbgrader.utils import compute_checksum

from nbjudge.nbgrader_plugins.steps._scores import judge
from nbjudge.tally import cut, sentence, tallies, waiting, waiting_sentence, worst
from nbjudge.verdict import Kind, Note, Outcome, Result, Status, Verdict

PASSED = Result("t", Outcome.PASSED, 1, 1)
FAILED = Result("t", Outcome.FAILED, 0, 1, "2 is not 3", "AssertionError")
NOT_RUN = Result("t", Outcome.NOT_RUN, 0, 1)
REASON = "It could not be judged: f returned a generator."
UNJUDGED = Result("t", Outcome.WAITING, None, 1, REASON)
FREE_TEXT = Result("why", Outcome.WAITING, None, 2)
UNTOUCHED = Result("why", Outcome.FAILED, 0, 2, "No response.")
FALSE = Note(Kind.TEST, "The test ended with False.", "t")


def _verdict(*results: Result, notes: tuple[Note, ...] = ()) -> Verdict:
    open_tests = [result for result in results if result is UNJUDGED]
    own = tuple(Note(Kind.TEST, test.message, test.grade_id) for test in open_tests)
    return Verdict(results=results, notes=notes + own)


def _said(*verdicts: Verdict, several: bool = False) -> list[str]:
    found = tallies({"nb": verdict} for verdict in verdicts)
    return [text for tally in found for text in tally.sentences(several=several)]


def test_a_test_that_fails_for_all_is_said_with_its_message():
    said = "t failed for all 3: look at the test. Each time: 2 is not 3."
    assert _said(*[_verdict(FAILED, FREE_TEXT)] * 3) == [said]


def test_messages_that_differ_are_not_quoted():
    other = Result("t", Outcome.FAILED, 0, 1, "4 is not 3", "AssertionError")
    said = _said(*[_verdict(FAILED)] * 2, _verdict(other))
    assert said == ["t failed for all 3: look at the test."]


@pytest.mark.parametrize("score", [1.0, 0.5])
def test_one_who_got_a_point_is_enough(score: float):
    some = Result("t", Outcome.PARTIAL if score < 1 else Outcome.PASSED, score, 1)
    assert _said(*[_verdict(FAILED)] * 9, _verdict(some)) == []


def test_two_submissions_alarm_nobody():
    assert _said(*[_verdict(FAILED)] * 2) == []


def test_a_test_that_judges_none_is_said():
    (said,) = _said(*[_verdict(UNJUDGED)] * 4)
    assert said.startswith("t could not be judged for all 4: look at the test. Each time: It could")


def test_different_ways_of_not_passing_are_counted():
    (said,) = _said(_verdict(FAILED), _verdict(FAILED), _verdict(UNJUDGED))
    assert said == "t was passed by none of 3 (2 failed, 1 could not be judged): look at the test."


def test_submissions_that_could_not_be_run_are_not_counted():
    half = Verdict(notes=(Note(Kind.UNREADABLE, "Half a file."),), results=(FAILED,))
    unrun = Result("t", Outcome.WAITING, None, 1, "It was not run.")
    left = Verdict(results=(unrun,), notes=(Note(Kind.TEST, unrun.message, "t"),))
    assert _said(*[half] * 3, *[left] * 3, *[_verdict(NOT_RUN)] * 3) == []
    assert "for all 3" in _said(half, left, *[_verdict(FAILED)] * 3)[0]


def test_answers_in_free_text_are_no_tests():
    assert _said(*[_verdict(PASSED, UNTOUCHED), _verdict(PASSED, FREE_TEXT)] * 2) == []


def test_an_untouched_answer_is_known_by_what_the_grader_says_of_it():
    marks = {"grade": True, "solution": True, "grade_id": "why", "points": 2, "checksum": ""}
    cell = new_code_cell("Why?", metadata={"nbgrader": marks})
    cell.metadata.nbgrader["checksum"] = compute_checksum(cell)
    assert judge(cell) == Result("why", Outcome.FAILED, 0.0, 2.0, UNTOUCHED.message)


def test_a_remark_about_a_test_is_one_line_for_the_class():
    noted = _verdict(PASSED, notes=(FALSE,))
    assert _said(noted, noted, _verdict(PASSED)) == ["t, 2 of 3: The test ended with False."]


def test_a_test_is_named_with_its_notebook_where_there_are_several():
    assert _said(*[_verdict(FAILED)] * 3, several=True)[0].startswith("nb/t failed for all 3")


def test_notebooks_are_named_with_what_is_theirs_alone():
    of_all = Note(Kind.INTEGRITY, "Graded without a sandbox.")
    one = Verdict(notes=(of_all, Note(Kind.REPAIR, "Put back.")))
    verdicts = {"a": one, "b": Verdict(notes=(Note(Kind.RUN, "It hit the limit."), of_all))}
    told = "Graded without a sandbox. a: Put back. b: It hit the limit."
    assert sentence(verdicts, several=True) == told
    assert worst(verdict.status for verdict in verdicts.values()) is Status.PARTLY_RUN


def test_a_notebook_that_was_not_handed_in_is_said():
    assert sentence({"a": Verdict()}, several=True, absent=["b"]) == "b: It was not handed in."


def test_one_notebook_needs_no_name_and_remarks_about_tests_stand_elsewhere():
    one = Verdict(notes=(FALSE, Note(Kind.REPAIR, "Put back.")))
    assert sentence({"a": one}, several=False) == "Put back."
    assert sentence({"a": Verdict(notes=(FALSE,))}, several=False) == "Nothing to report."


def test_tests_that_wait_are_named_with_their_reason_and_free_text_is_not():
    other = Result("u", Outcome.WAITING, None, 1, REASON)
    notes = (Note(Kind.TEST, REASON, "u"),)
    found = waiting({"nb": _verdict(UNJUDGED, other, FREE_TEXT, notes=notes)})
    told = f"2 tests wait for a person: t, u ({REASON.rstrip('.')})."
    assert waiting_sentence(found, several=False) == told
    assert "nb/t, nb/u" in waiting_sentence(found, several=True)
    assert waiting_sentence((), several=False) == ""


def test_a_long_list_is_cut_with_a_count():
    lines = cut([f"t{i} failed." for i in range(40)])
    assert (len(lines), lines[-1]) == (
        11,
        "And 30 more remarks about tests: the report has all of them.",
    )
