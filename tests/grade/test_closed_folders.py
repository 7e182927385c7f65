"""What permissions close costs its own submission and no other; and nothing that was recorded."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from nbjudge.grade import grade_class
from nbjudge.nbgrader_plugins import Course, marks_of, open_course
from nbjudge.release import release
from tests.conftest import LESSON, Run, new_course
from tests.ordinary_user import Called, as_ordinary_user, call_as_ordinary_user, closed

STUDENTS = ("right-loops", "right-masked", "untouched-starter")
CLOSED = "right-masked"


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of three, graded once."""
    course = new_course(tmp_path_factory.mktemp("graded"), submissions=STUDENTS)
    release(course, LESSON)
    assert not any(one.failed for one in grade_class(course, LESSON, STUDENTS))
    return course.root


@pytest.fixture
def course(graded: Path, tmp_path: Path) -> Course:
    return open_course(shutil.copytree(graded, tmp_path / "course"))


@pytest.fixture
def as_user(course: Course) -> Callable[..., Called]:
    """Close a path, and run a verb as an ordinary user."""

    def runs(path: str, mode: int, *words: str) -> Called:
        return closed(course.root / path, mode, partial(call_as_ordinary_user, course.root, *words))

    return runs


def _rows(result: Called) -> dict[str, Any]:
    assert not result.traceback
    text = result.output
    told = json.loads(text[text.index("{") :])
    return {one["student"]: one for one in told["students"]}


@pytest.mark.parametrize("mode", [0o000, 0o444])
@pytest.mark.parametrize("path", [f"submitted/{CLOSED}", f"submitted/{CLOSED}/{LESSON}"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_closed_submission_is_not_graded_and_the_others_are(
    course: Course, as_user: Callable[..., Called], path: str, mode: int, jobs: str
):
    before = marks_of(course, LESSON)
    result = as_user(path, mode, "grade", LESSON, "--json", "--force", "--jobs", jobs)
    rows = _rows(result)
    assert result.exit_code == 2
    assert rows[CLOSED]["status"] == "not graded" and rows[CLOSED]["failed"]
    assert f"submitted/{CLOSED}" in rows[CLOSED]["sentence"]
    assert "(Permission denied): change its permissions" in rows[CLOSED]["sentence"]
    assert not any(rows[student]["failed"] for student in STUDENTS if student != CLOSED)
    assert marks_of(course, LESSON) == before, "what was earned before stays"


def test_a_folder_within_that_is_closed_is_left_out_and_said(
    course: Course, as_user: Callable[..., Called]
):
    (course.root / "submitted" / CLOSED / LESSON / "data").mkdir()
    words = ("grade", LESSON, "--json", "--force")
    row = _rows(as_user(f"submitted/{CLOSED}/{LESSON}/data", 0o000, *words))
    assert row[CLOSED]["status"] == "graded"
    assert "locked files were left out: data" in row[CLOSED]["sentence"]


@pytest.mark.parametrize("name", ["self-attention.ipynb", "timestamp.txt"])
def test_a_closed_file_is_said(course: Course, as_user: Callable[..., Called], name: str):
    row = _rows(as_user(f"submitted/{CLOSED}/{LESSON}/{name}", 0, "grade", LESSON, "--json"))[
        CLOSED
    ]
    assert row["status"] == ("cannot be read" if name.endswith(".ipynb") else "graded")
    assert "Permission denied" in row["sentence"] and not row["failed"]


@pytest.mark.parametrize("path", [f"autograded/{CLOSED}", f"autograded/{CLOSED}/{LESSON}"])
@pytest.mark.parametrize("mode", [0o000, 0o555])
def test_an_autograded_folder_that_cannot_be_replaced(
    course: Course, as_user: Callable[..., Called], path: str, mode: int
):
    before = marks_of(course, LESSON)
    rows = _rows(as_user(path, mode, "grade", LESSON, "--json", "--force"))
    assert rows[CLOSED]["status"] == "not graded"
    assert "Permission denied" in rows[CLOSED]["sentence"]
    assert not any(rows[student]["failed"] for student in STUDENTS if student != CLOSED)
    assert marks_of(course, LESSON) == before


def test_a_read_only_autograded_is_a_sentence(as_user: Callable[..., Called]):
    result = as_user("autograded", 0o555, "grade", LESSON, "--force")
    assert result.exit_code == 1 and not result.traceback, result
    (line,) = result.output.splitlines()
    assert "autograded" in line and "(Permission denied)" in line


@pytest.mark.parametrize(
    "path", [f"{step}/{CLOSED}{deep}" for step in ("submitted", "autograded") for deep in ("", f"/{LESSON}")]
)  # fmt: skip
def test_a_report_and_a_dry_run_go_on(as_user: Callable[..., Called], path: str):
    result = as_user(path, 0o000, "report", LESSON)
    assert result.exit_code == 0, result.output
    result = as_user(path, 0o000, "grade", LESSON, "--dry-run")
    assert not result.traceback
    assert "Nothing was written." in result.output


def test_a_step_that_is_closed_is_a_sentence(as_user: Callable[..., Called]):
    for verb in ("report", "grade"):
        result = as_user("submitted", 0o000, verb, LESSON)
        assert result.exit_code == 1 and not result.traceback, result
        (line,) = result.output.splitlines()
        assert "submitted" in line


@pytest.mark.slow
def test_nbgraders_own_command_grades_the_others_too(course: Course, run: Run):
    folder = course.root / "submitted" / CLOSED
    before = marks_of(course, LESSON)
    shutil.rmtree(course.root / "autograded" / "right-loops")
    nbgrader = partial(run, course, "nbgrader", "autograde", LESSON, "--force")
    done = closed(folder, 0o000, partial(as_ordinary_user, nbgrader))
    assert done.returncode == 1, done.stderr
    assert f"Not graded: {folder} cannot be used (Permission denied)" in done.stderr
    assert "Traceback" not in done.stderr
    assert (course.root / "autograded" / "right-loops" / LESSON).is_dir()
    assert marks_of(course, LESSON) == before
