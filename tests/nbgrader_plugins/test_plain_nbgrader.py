"""nbgrader's own commands grade as `nbjudge grade` does, and stock nbgrader honest work too."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import Course
from tests.conftest import LESSON, Run, new_course
from tests.scores import expected, recorded

pytestmark = pytest.mark.slow

TRICKY = (
    "copied-test",
    "deleted-test",
    "empty-folder",
    "exit-call",
    "naive-exponentials",
    "notebook-only",
    "renamed-notebook",
    "truncated-notebook",
)
HONEST = ("right-loops", "mask-after-softmax", "hidden-failure", "untouched-starter")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Course:
    """A class with difficult submissions, graded by ``nbgrader`` with our configuration."""
    course = new_course(tmp_path_factory.mktemp("plain"), submissions=TRICKY)
    for verb in ("generate_assignment", "autograde", "generate_feedback"):
        done = run(course, "nbgrader", verb, LESSON, *["--force"][: verb != "autograde"])
        assert done.returncode == 0, done.stderr
    return course


@pytest.mark.parametrize("name", TRICKY)
def test_nbgrader_autograde_gives_the_same_scores(plain: Course, name: str):
    wanted = {} if name == "empty-folder" else expected()[name]
    assert recorded(plain, [name])[name] == wanted


def _feedback(course: Course, student: str) -> str:
    return (course.root / "feedback" / student / LESSON / "self-attention.html").read_text("utf-8")


def test_feedback_has_the_message_and_not_the_test(plain: Course):
    page = _feedback(plain, "naive-exponentials")
    assert "no finite weights" in page
    assert "HIDDEN TESTS" not in page
    assert "np.array_equal" not in page
    assert "runpy" not in page


def test_a_submission_that_cannot_be_read_gets_feedback_too(plain: Course):
    assert "rows-sum-to-one" in _feedback(plain, "truncated-notebook")


def test_stock_nbgrader_grades_honest_work_to_the_same_scores(tmp_path: Path, run: Run):
    course = new_course(tmp_path, submissions=HONEST)
    config = "c = get_config()\nc.CourseDirectory.course_id = 'stock'\n"
    (course.root / "nbgrader_config.py").write_text(config)
    for verb in ("generate_assignment", "autograde"):
        done = run(course, "nbgrader", verb, LESSON, "--force", path=os.environ["PATH"])
        assert done.returncode == 0, done.stderr
    found = recorded(course, HONEST)
    starter = found.pop("untouched-starter")
    assert found == {name: expected()[name] for name in HONEST if name in found}
    wanted = expected()["untouched-starter"]
    # The stock release has another stub, so that the handed-in starter counts as an answer there.
    assert {n: s for n, s in starter.items() if s is not None} == {
        n: s for n, s in wanted.items() if n not in {"predict", "explain"} or starter[n] is not None
    }


def test_without_a_gradebook_the_commands_say_what_to_do(tmp_path: Path, run: Run):
    course = new_course(tmp_path, submissions=["right-loops"])
    done = run(course, "nbgrader", "autograde", LESSON)
    assert done.returncode == 1
    assert "release it first" in done.stderr
