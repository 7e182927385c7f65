"""What the report says of the tests themselves, and of those that wait for a person."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from nbjudge.report import about_tests, digest, summary
from nbjudge.report.page import render
from nbjudge.verdict import Kind, Note, Outcome, Result, Verdict
from tests.report.conftest import POINTS, RIGHT

REASON = "It could not be judged: f returned a generator."
FALSE = Note(Kind.TEST, "The test ended with False.", "rows-sum-to-one")
TEST = "rows-sum-to-one"


def _unjudged(course: Any, student: str, manual: dict[str, float] | None = None) -> None:
    """Grade a student of whom one test could not be judged."""
    course.submit(student)
    course.score(student, RIGHT | {TEST: None}, manual=manual or {})
    results = tuple(Result(n, Outcome.PASSED, RIGHT[n], POINTS[n]) for n in RIGHT if n != TEST)
    waits = Result(TEST, Outcome.WAITING, None, POINTS[TEST], REASON)
    free = Result("predict", Outcome.WAITING, None, POINTS["predict"])
    note = Note(Kind.TEST, REASON, TEST)
    course.leave(student, Verdict(results=(free, *results, waits), notes=(note,)))


def test_a_test_that_fails_for_all_comes_first_on_the_page(course: Any) -> None:
    for name in "abc":
        course.autograde(name, RIGHT | {TEST: 0}, notes=(Note(Kind.INTEGRITY, "Odd."),))
    frames = course.frames()
    said = f"{TEST} failed for all 3: look at the test."
    assert about_tests(frames) == [said]
    page = render(frames)
    assert page.index("Tests to look at") < page.index(f">{said}<") < page.index(">Odd.<")


def test_tests_are_counted_and_free_text_is_none(course: Any) -> None:
    course.autograde("a", RIGHT | {TEST: 2})
    course.autograde("b", RIGHT | {TEST: 0})
    course.autograde("c", RIGHT, notes=(Note(Kind.UNREADABLE, "Half."),))
    tests = course.frames().tests
    assert tests.grade_id.tolist() == ["experiment", TEST, "future-weight-is-zero"]
    row = tests[tests.grade_id == TEST].iloc[0]
    assert (row.submissions, row.passed, row.partial, row.failed, row.sentence) == (2, 0, 1, 1, "")


def test_a_test_that_waits_looks_like_no_free_text_and_like_no_lost_points(course: Any) -> None:
    _unjudged(course, "a")
    frames = course.frames()
    outcomes = dict(zip(frames.grades.grade_id, frames.grades.outcome, strict=True))
    assert (outcomes[TEST], outcomes["predict"]) == ("could not be judged", "waits for a person")
    row = frames.submissions.iloc[0]
    assert (row.waiting, row.waiting_tests, row.status) == (2, 1, "graded")
    assert row.sentence == f"1 test waits for a person: {TEST} ({REASON.rstrip('.')})."
    assert summary(frames).iloc[0][TEST] == "?/4"
    assert digest(frames).lost.tolist() == [f"{TEST} ?/4"]
    assert about_tests(frames) == ["1 test of 1 student waits for a person."]


def test_the_page_tells_who_waits_for_which_test_and_why(course: Any) -> None:
    _unjudged(course, "a")
    course.autograde("b")
    page = render(course.frames())
    waits = page[page.index('id="need-could-not-be-judged"') : page.index('id="need-waiting"')]
    assert f"{TEST}: {REASON}" in waits and ">a</a>" in waits and ">b</a>" not in waits
    assert "1 test of 1 student waits for a person." in waits
    assert 'data-look="yes"' in page and "graded, see notes" in page
    assert ">?/4<" in page and "A question mark stands for" in page
    answers = page[page.index('id="need-waiting"') : page.index('id="class"')]
    assert TEST not in answers


def test_a_test_that_a_person_gave_points_for_waits_no_more(course: Any) -> None:
    _unjudged(course, "a", manual={TEST: 3, "predict": 2})
    frames = course.frames()
    assert frames.submissions.waiting_tests.tolist() == [0]
    assert about_tests(frames) == []
    assert "Nothing: every submission is graded, and no answer waits." in render(frames)


def test_a_remark_about_a_test_alarms_for_no_student(course: Any) -> None:
    for name in "abcd":
        course.autograde(name, notes=(FALSE,))
    frames = course.frames()
    assert about_tests(frames) == [f"{TEST}, 4 of 4: The test ended with False."]
    assert set(frames.submissions.sentence) == {"Nothing to report."}
    page = render(frames)
    assert "see notes" not in page and 'data-look="yes"' not in page
    assert f"{TEST}: The test ended with False." in page  # in each student's own part


def test_where_the_tests_ran_is_one_line(course: Any) -> None:
    course.autograde("a")
    frames = course.frames()
    inside = re.compile(r'<p class="soft">Tests of this assignment ran in the students&#39; own')
    assert len(inside.findall(render(frames))) == 1
    isolated = frames.notebooks.assign(isolated=True).astype({"isolated": "boolean"})
    page = render(replace(frames, notebooks=isolated))
    assert not inside.search(page) and "ran isolated" in page


def test_nothing_is_said_of_where_tests_ran_when_none_was_run(course: Any) -> None:
    course.enrol("absent")
    page = render(course.frames())
    assert "own processes" not in page and "ran isolated" not in page
