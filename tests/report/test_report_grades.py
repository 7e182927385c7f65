"""What the frames `grades` and `failure_modes` say of one graded cell."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from nbjudge.verdict import Outcome, Result, Verdict

TEST = "rows-sum-to-one"


def _cell(course: Any, student: str, grade_id: str = TEST) -> Any:
    grades = course.frames().grades
    return grades[(grades.student == student) & (grades.grade_id == grade_id)].iloc[0]


def _mistake(course: Any, student: str) -> Any:
    return course.frames().failure_modes.set_index("student").loc[student, TEST]


def test_each_student_has_each_item_in_the_masters_order(course: Any) -> None:
    course.autograde("right")
    course.enrol("absent")
    grades = course.frames().grades
    order = ["predict", "experiment", "rows-sum-to-one", "future-weight-is-zero"]
    assert grades.student.tolist() == ["absent"] * 4 + ["right"] * 4
    assert grades.grade_id.tolist() == order * 2


@pytest.mark.parametrize(
    ("score", "outcome"), [(4, Outcome.PASSED), (2.5, Outcome.PARTIAL), (0, Outcome.FAILED)]
)
def test_outcome_follows_the_points_where_no_verdict_is(
    course: Any, score: float, outcome: Outcome
) -> None:
    course.score("stock", {TEST: score})
    course.leave("stock", None)
    cell = _cell(course, "stock")
    assert (cell.outcome, cell.score, cell.message) == (outcome, score, "")


def test_manual_score_wins_over_automatic_and_extra_credit_adds(course: Any) -> None:
    course.autograde("appealed", {TEST: 0}, manual={TEST: 3}, extra={TEST: 0.5})
    cell = _cell(course, "appealed")
    assert (cell.score, cell.auto_score, cell.manual_score) == (3.5, 0, 3)
    assert cell.outcome == Outcome.PARTIAL


def test_manual_score_of_zero_is_a_score(course: Any) -> None:
    course.autograde("strict", {TEST: 4}, manual={TEST: 0})
    assert _cell(course, "strict").score == 0
    assert _cell(course, "strict").outcome == Outcome.FAILED


def test_mistake_stays_one_whatever_a_person_gave_for_it(course: Any) -> None:
    course.autograde("forgiven", {TEST: 0}, manual={TEST: 4})
    assert _cell(course, "forgiven").outcome == Outcome.PASSED
    assert bool(_mistake(course, "forgiven"))


def test_free_text_waits_without_a_score_until_a_person_gives_one(course: Any) -> None:
    course.autograde("writes")
    cell = _cell(course, "writes", "predict")
    assert (cell.outcome, cell.needs_manual_grade) == (Outcome.WAITING, True)
    assert pd.isna(cell.score)
    course.score("writes", manual={"predict": 2})
    cell = _cell(course, "writes", "predict")
    assert (cell.outcome, cell.needs_manual_grade, cell.score) == (Outcome.PASSED, False, 2)


def test_manual_score_from_before_a_regrade_counts_and_waits(course: Any) -> None:
    course.autograde("regraded", manual={"predict": 1})
    with course.gradebook() as gradebook:
        where = ("self-attention", "07-self-attention", "regraded")
        gradebook.find_grade("predict", *where).needs_manual_grade = True
        gradebook.db.commit()
    cell = _cell(course, "regraded", "predict")
    assert (cell.score, cell.needs_manual_grade) == (1, True)
    assert course.frames().submissions.waiting.item() == 1


def test_test_that_did_not_run_is_no_mistake(course: Any) -> None:
    course.submit("crashed")
    course.score("crashed", {TEST: 0})
    not_run = Result(TEST, Outcome.NOT_RUN, 0.0, 4.0, "It did not end.")
    course.leave("crashed", Verdict(results=(not_run,)))
    cell = _cell(course, "crashed")
    assert (cell.outcome, cell.score, cell.message) == (Outcome.NOT_RUN, 0, "It did not end.")
    assert pd.isna(_mistake(course, "crashed"))


def test_failed_tests_are_the_diagnosis(course: Any) -> None:
    course.autograde("right")
    course.autograde("wrong", {TEST: 0, "future-weight-is-zero": 1})
    course.enrol("absent")
    modes = course.frames().failure_modes.set_index("student")
    assert list(modes.columns) == [mode.grade_id for mode in course.lesson.failure_modes]
    assert modes[TEST].tolist()[1:] == [False, True]
    assert pd.isna(modes[TEST]["absent"])
    assert modes["future-weight-is-zero"].fillna(False).tolist() == [False, False, False]
    assert modes["softmax-is-stable"].isna().all()  # not a cell of this gradebook


def test_nothing_handed_in_scores_zero_and_runs_nothing(course: Any) -> None:
    course.enrol("absent")
    grades = course.frames().grades
    assert grades.score.tolist() == [0, 0, 0, 0]
    assert set(grades.outcome) == {Outcome.NOT_RUN}
    assert not grades.needs_manual_grade.any()
