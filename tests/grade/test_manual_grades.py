"""What a person gave is kept, however often a submission is graded or handed in again."""

from __future__ import annotations

import shutil

import pytest

from nbjudge.grade import grade_class
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import Course
from nbjudge.release import release
from nbjudge.report import load
from nbjudge.verdict import Status
from tests.conftest import LESSON, new_course
from tests.scores import recorded

pytestmark = pytest.mark.slow
WHO = "right-masked"


@pytest.fixture
def graded(tmp_path) -> Course:
    """One submission with a grade and a comment by hand."""
    course = new_course(tmp_path, submissions=[WHO])
    release(course, LESSON)
    list(grade_class(course, LESSON, [WHO]))
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade("explain", "self-attention", LESSON, WHO)
        grade.manual_score = 3.5
        comment = gradebook.find_comment("explain", "self-attention", LESSON, WHO)
        comment.manual_comment = "Say which row."
        gradebook.db.commit()
    return course


def _by_hand(course: Course) -> tuple[float, str]:
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade("explain", "self-attention", LESSON, WHO)
        comment = gradebook.find_comment("explain", "self-attention", LESSON, WHO)
        return grade.manual_score, comment.manual_comment


def test_grading_again_keeps_them(graded: Course):
    list(grade_class(graded, LESSON, [WHO], force=True))
    assert _by_hand(graded) == (3.5, "Say which row.")


def test_releasing_again_keeps_them(graded: Course):
    release(graded, LESSON)
    list(grade_class(graded, LESSON, [WHO]))
    assert _by_hand(graded) == (3.5, "Say which row.")


def test_a_new_submission_keeps_them_and_loses_the_old_automatic_score(graded: Course):
    folder = graded.root / "submitted" / WHO / LESSON
    (folder / "self-attention.ipynb").write_text("{")
    (again,) = grade_class(graded, LESSON, [WHO])
    assert again.status is Status.UNREADABLE
    assert set(recorded(graded, [WHO])[WHO].values()) == {0}
    assert _by_hand(graded) == (3.5, "Say which row.")


def test_a_withdrawn_notebook_leaves_only_what_a_person_gave(graded: Course):
    (graded.root / "submitted" / WHO / LESSON / "self-attention.ipynb").unlink()
    (again,) = grade_class(graded, LESSON, [WHO])
    assert again.status is Status.NOT_SUBMITTED
    frames = load(find_lesson(LESSON, graded.root), gradebook_url=graded.gradebook_url)
    assert list(frames.submissions.score) == [3.5]
    assert list(frames.submissions.status) == ["not submitted"]


def test_odd_student_ids_are_literal(graded: Course):
    for name in ("[a-z]*", "007", "студент 1"):
        shutil.copytree(graded.root / "submitted" / WHO, graded.root / "submitted" / name)
        (again,) = grade_class(graded, LESSON, [name])
        assert (again.student, again.status, again.score) == (name, Status.GRADED, 24)
