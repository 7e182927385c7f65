"""The gradebook of the demo class is held to the table beside it."""

from __future__ import annotations

import pytest

from nbjudge.demo import load_class
from nbjudge.grade import grade_class
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import Course
from nbjudge.report import load
from tests.conftest import LESSON, REPOSITORY
from tests.scores import expected, expected_rows, recorded

pytestmark = pytest.mark.slow

NAMES = [row["student"] for row in expected_rows()]


def test_table_and_class_name_the_same_students():
    students = load_class(find_lesson(LESSON, REPOSITORY).cohort)
    assert [student.name for student in students] == NAMES
    assert len(NAMES) >= 30


@pytest.mark.parametrize("name", NAMES)
def test_gradebook_agrees_with_the_table(graded_class: Course, name: str):
    found = recorded(graded_class, [name])[name]
    wanted = expected()[name]
    assert found == ({} if name == "empty-folder" else wanted)


def test_status_agrees_with_the_table(graded_class: Course):
    frames = load(find_lesson(LESSON, graded_class.root), gradebook_url=graded_class.gradebook_url)
    found = dict(zip(frames.submissions.student, frames.submissions.status, strict=True))
    assert found == {row["student"]: row["status"] for row in expected_rows()}


def test_a_late_submission_is_late_and_no_other(graded_class: Course):
    frames = load(find_lesson(LESSON, graded_class.root), gradebook_url=graded_class.gradebook_url)
    late = frames.submissions[frames.submissions.seconds_late.fillna(0) > 0]
    assert list(late.student) == ["late"]


def test_exit_is_noted(graded_class: Course):
    (verdict,) = graded_class.verdicts(LESSON, "exit-call")
    assert verdict.sentence == "A cell of the student's own: exit() was passed over."


def test_a_forged_record_is_noted(graded_class: Course):
    (verdict,) = graded_class.verdicts(LESSON, "forged-record")
    assert (
        verdict.sentence == "1 of 2 saved runs were edited or corrupted: recomputed, they differ."
    )


def test_runs_are_found_without_the_sidecar(graded_class: Course):
    places = {
        name: set(graded_class.verdicts(LESSON, name)[0].run_sources.values())
        for name in ("right-masked", "notebook-only", "pasted-record")
    }
    assert places == {
        "right-masked": {("sidecar", "output", "text")},
        "notebook-only": {("output", "text")},
        "pasted-record": {("paste",)},
    }


def test_grading_again_changes_nothing_and_grades_nothing(graded_class: Course):
    path = graded_class.root / "autograded" / "right-masked" / LESSON / "self-attention.ipynb"
    before = path.stat().st_mtime_ns
    (graded,) = grade_class(graded_class, LESSON, ["right-masked"])
    assert graded.score == 24
    assert path.stat().st_mtime_ns == before
