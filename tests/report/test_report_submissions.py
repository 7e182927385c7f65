"""What the frame `submissions` says of each student: status, sentence, lateness, total."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pandas as pd
import pytest

from nbjudge.verdict import Kind, Note, Outcome, Result, Verdict


def _row(course: Any, student: str) -> Any:
    submissions = course.frames().submissions
    return submissions[submissions.student == student].iloc[0]


def test_class_is_everybody_whom_gradebook_or_folders_know(course: Any) -> None:
    course.enrol("enrolled")
    course.submit("handed in")
    course.leave("graded", None)
    (course.root / "submitted" / "other lesson only" / "08").mkdir(parents=True)
    (course.root / "submitted" / ".hidden").mkdir()
    students = course.frames().submissions.student.tolist()
    assert students == ["enrolled", "graded", "handed in", "other lesson only"]


def test_nothing_handed_in_is_an_explicit_row(course: Any) -> None:
    course.enrol("absent")
    row = _row(course, "absent")
    assert (row.status, row.score, row.max_score, row.waiting) == ("not submitted", 0, 11, 0)
    assert row.sentence == "Nothing was handed in."
    assert pd.isna(row.submitted_at) and pd.isna(row.seconds_late)
    assert row.due == pd.Timestamp("2026-02-01T12:00Z")


def test_empty_folder_is_no_submission_but_manual_points_stay(course: Any) -> None:
    (course.root / "submitted" / "empty" / course.lesson.name).mkdir(parents=True)
    course.score("empty", {"experiment": 4}, manual={"predict": 1})
    row = _row(course, "empty")
    assert (row.status, row.score) == ("not submitted", 1)
    assert row.sentence == "A folder was handed in, and no notebook is in it."


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (Kind.INFO, "graded"),
        (Kind.REPAIR, "graded with repairs"),
        (Kind.RUN, "partly run"),
        (Kind.UNREADABLE, "cannot be read"),
    ],
)
def test_status_and_sentence_are_the_verdicts(course: Any, kind: Kind, status: str) -> None:
    course.autograde("noted", notes=(Note(kind, "One thing to know."),))
    row = _row(course, "noted")
    assert (row.status, row.sentence) == (status, "One thing to know.")


def test_graded_without_our_plug_in_says_so(course: Any) -> None:
    course.submit("stock")
    course.score("stock")
    course.leave("stock", None)
    row = _row(course, "stock")
    assert (row.status, row.score) == ("graded", 9)
    assert "No verdict is stored" in row.sentence


def test_damaged_record_does_not_make_a_stock_notebook_unreadable(course: Any) -> None:
    course.score("stock")
    (course.leave("stock", None) / "experiments.json").write_text("{", "utf-8")
    assert _row(course, "stock").status == "graded"
    assert "Its runs are missing here." in _row(course, "stock").sentence


def test_submission_that_nobody_graded_has_no_total(course: Any) -> None:
    course.submit("early bird")
    row = _row(course, "early bird")
    assert row.status == "not graded yet"
    assert pd.isna(row.score)


def test_verdict_without_scores_in_the_gradebook_is_not_graded_yet(course: Any) -> None:
    course.leave("orphan", Verdict())
    assert _row(course, "orphan").status == "not graded yet"


@pytest.mark.parametrize("damaged", ["{", '{"metadata": {"nbjudge": {"notes": 3}}}', "[]"])
def test_damaged_autograded_notebook_cannot_be_read(course: Any, damaged: str) -> None:
    (course.autograde("damaged") / "self-attention.ipynb").write_text(damaged, "utf-8")
    row = _row(course, "damaged")
    assert row.status == "cannot be read"
    assert "autograded/damaged/07-self-attention/self-attention.ipynb" in row.sentence


@pytest.mark.parametrize("damaged", ['{"runs": [', '{"runs": [NaN]}', "[" * 100_000])
def test_damaged_record_costs_only_its_own_runs(course: Any, damaged: str) -> None:
    (course.autograde("damaged") / "experiments.json").write_text(damaged, "utf-8")
    row = _row(course, "damaged")
    assert (row.status, row.runs) == ("graded", 0)
    assert row.sentence.endswith("experiments.json is not JSON. Its runs are missing here.")


def test_forged_verdict_is_doubted(course: Any) -> None:
    course.score("forger", {"experiment": 0})
    course.leave("forger", Verdict(results=(Result("experiment", Outcome.PASSED, 4.0, 4.0),)))
    assert "disagree on experiment" in _row(course, "forger").sentence
    assert _row(course, "forger").score == 0


@pytest.mark.parametrize(("at", "late"), [("11:59:59", 0), ("12:00:00", 0), ("12:00:01.5", 1.5)])
def test_lateness_counts_from_the_due_date(course: Any, at: str, late: float) -> None:
    course.autograde("student", timestamp=f"2026-02-01 {at} UTC")
    row = _row(course, "student")
    assert row.seconds_late == late
    assert row.submitted_at == pd.Timestamp(f"2026-02-01T{at}Z")


def test_extension_moves_the_due_date_of_its_student(course: Any) -> None:
    course.autograde("ill", timestamp="2026-02-02 13:00 UTC", extension=timedelta(days=1))
    row = _row(course, "ill")
    assert (row.seconds_late, row.due) == (3600, pd.Timestamp("2026-02-02T12:00Z"))


def test_late_penalty_comes_off_but_never_below_zero(course: Any) -> None:
    for student, penalty in (("late", 2), ("very late", 99)):
        course.autograde(student)
        with course.gradebook() as gradebook:
            submission = gradebook.find_submission(course.lesson.name, student)
            submission.notebooks[0].late_submission_penalty = penalty
            gradebook.db.commit()
    submissions = course.frames().submissions
    assert submissions.score.tolist() == [7, 0]
    assert submissions.late_penalty.tolist() == [2, 99]


def test_record_of_another_shape_is_told_by_the_verdict_alone(course: Any) -> None:
    folder = course.autograde("shape")
    (folder / "experiments.json").write_text(json.dumps(["not", "a", "record"]), "utf-8")
    assert _row(course, "shape").status == "graded"
