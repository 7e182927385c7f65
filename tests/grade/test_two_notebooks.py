"""Nobody is left in the dark: a course of two notebooks through ``nbjudge grade`` and ``report``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import Course
from nbjudge.report import Frames, load
from tests.conftest import Run
from tests.grade.two_notebooks import NAME, hand_in_the_class, two_notebooks

pytestmark = pytest.mark.slow

FAILS = "algebra/doubles-two failed for all 6: look at the test. Each time: double(2) is not right."
FALSE = (
    "algebra/compares, 6 of 6: The test ended with False, which nbgrader's rule counts as full "
    "marks."
)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = two_notebooks(tmp_path_factory.mktemp("two"))
    hand_in_the_class(course)
    return course


@pytest.fixture(scope="module")
def said(course: Course, run: Run) -> list[str]:
    done = run(course, "nbjudge", "grade", NAME)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def told(course: Course, run: Run, said: list[str]) -> Mapping[str, Any]:
    """The same for scripts; nothing has changed, so that nothing is marked again."""
    told: Mapping[str, Any] = json.loads(run(course, "nbjudge", "grade", NAME, "--json").stdout)
    return told


@pytest.fixture(scope="module")
def frames(course: Course, said: list[str]) -> Frames:
    return load(find_lesson(NAME, course.root), gradebook_url=course.gradebook_url)


def test_the_class_is_told_in_six_lines(said: list[str]):
    assert said[0].startswith("dan   graded: 1 test waits for a person: boxes/wraps-one (It could")
    assert said[1:] == [
        "eve   partly run: algebra: The cell 'double' hit the time limit.",
        "fay   graded: boxes: It was not handed in.",
        FAILS,
        FALSE,
        "5 graded, 1 partly run, 1 test of 1 student waits for a person.",
    ]


def test_it_is_over_all_that_are_graded_not_only_over_those_of_this_run(
    course: Course, run: Run, said: list[str]
):
    done = run(course, "nbjudge", "grade", NAME, "--student", "amy", "--force")
    assert done.stdout.splitlines() == [FAILS, FALSE, "1 graded."]


def test_scripts_are_told_all_of_it(told: Mapping[str, Any]):
    tests = {test["grade_id"]: test for test in told["tests"]}
    assert tests["doubles-two"]["sentences"] == [FAILS]
    assert tests["doubles-two"]["nobody_passed"] and tests["doubles-two"]["failed"] == 6
    assert tests["compares"]["sentences"] == [FALSE]
    students = {student["student"]: student for student in told["students"]}
    (waits,) = students["dan"]["waiting"]
    assert (waits["notebook"], waits["grade_id"]) == ("boxes", "wraps-one")
    assert students["fay"]["absent"] == ["boxes"]
    statuses = [(each["notebook"], each["status"]) for each in students["eve"]["notebooks"]]
    assert statuses == [("algebra", "partly run"), ("boxes", "graded")]


def test_the_frames_have_each_notebook(frames: Frames):
    rows = frames.notebooks.set_index(["student", "notebook"])
    assert rows.status["eve", "algebra"] == "partly run"
    assert rows.status["eve", "boxes"] == "graded"
    assert rows.status["fay", "boxes"] == "not submitted"
    assert rows.sentence["fay", "boxes"] == "It was not handed in."
    assert frames.tests.sentence.tolist() == ["", FAILS, FALSE, "", ""]


def test_the_report_names_notebooks_and_what_waits(course: Course, run: Run, said: list[str]):
    done = run(course, "nbjudge", "report", NAME)
    last = done.stdout.splitlines()[-4:]
    assert last[:3] == [FAILS, FALSE, "1 test of 1 student waits for a person."]
    page = (course.root / "reports" / NAME / "index.html").read_text("utf-8")
    for text in ("algebra: The cell", "boxes: It was not handed in.", "boxes/wraps-one: It could"):
        assert text in page


def test_marks_are_not_exported_while_a_test_waits(course: Course, run: Run, said: list[str]):
    done = run(course, "nbjudge", "export", NAME, "--to", "csv")
    assert done.returncode == 1 and "tests that could not be judged" in done.stderr


def test_what_a_person_graded_waits_no_more(course: Course, run: Run, told: Mapping[str, Any]):
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade("wraps-one", "boxes", NAME, "dan")
        grade.manual_score, grade.needs_manual_grade = 2, False
        gradebook.db.commit()
    said = run(course, "nbjudge", "grade", NAME).stdout
    assert "dan" not in said and "waits for a person" not in said
