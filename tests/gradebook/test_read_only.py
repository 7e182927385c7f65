"""A gradebook that may only be read: it is read, nothing is left beside it, and the advice works."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from tests.conftest import LESSON, Run, new_course
from tests.ordinary_user import Called, as_ordinary_user, call_as_ordinary_user, closed

READ_ONLY = 0o444


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    course = new_course(tmp_path_factory.mktemp("released"), submissions=["right-masked"])
    release(course, LESSON)
    return course.root


@pytest.fixture
def course(released: Path, tmp_path: Path) -> Course:
    return open_course(shutil.copytree(released, tmp_path / "a course #1 %"))


Calls = Callable[..., Called]


@pytest.fixture
def call(course: Course) -> Calls:
    return partial(call_as_ordinary_user, course.root)


@pytest.fixture
def read_only(course: Course, call: Calls) -> Calls:
    return lambda *words: closed(course.root / "gradebook.db", READ_ONLY, partial(call, *words))


def _files(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _read_with_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path)) as gradebook:
        gradebook.execute("SELECT count(*) FROM student").fetchone()


@pytest.mark.parametrize("verb", ["grade", "release"])
def test_a_refused_run_leaves_nothing_behind_and_the_advice_works(
    course: Course, read_only: Calls, call: Calls, verb: str
):
    before = _files(course.root)
    result = read_only(verb, LESSON)
    assert result.exit_code == 1 and not result.traceback
    (line,) = result.output.splitlines()
    assert "gradebook.db cannot be written: change its permissions" in line
    assert _files(course.root) == before
    again = call(verb, LESSON)
    assert again.exit_code == 0, again


def test_the_demo_class_is_not_handed_in_before_the_refusal(course: Course, read_only: Calls):
    shutil.rmtree(course.root / "submitted")
    result = read_only("demo", LESSON)
    assert result.exit_code == 1 and "change its permissions" in result.output
    assert not (course.root / "submitted").exists()


@pytest.mark.parametrize("folder_too", [False, True])
def test_it_is_read_by_a_dry_run_and_a_report(
    course: Course, read_only: Calls, call: Calls, folder_too: bool
):
    assert call("grade", LESSON).exit_code == 0
    (course.root / "reports").mkdir()
    before = {path.name for path in course.root.iterdir()}
    for words in (("grade", LESSON, "--dry-run"), ("report", LESSON)):
        once = partial(read_only, *words)
        result = closed(course.root, 0o555, once) if folder_too else once()
        assert result.exit_code == 0 and not result.traceback, result
    assert {path.name for path in course.root.iterdir()} == before


def test_doctor_says_it_and_leaves_nothing(course: Course, read_only: Calls):
    before = _files(course.root)
    result = read_only("doctor")
    (line,) = [line for line in result.output.splitlines() if " gradebook " in line]
    assert line.startswith("MISSING") and "change its permissions" in line
    assert _files(course.root) == before


def test_what_another_program_left_is_named(course: Course, call: Calls):
    """SQLite's own program leaves files that cannot be written, where the gradebook cannot be."""
    path = course.root / "gradebook.db"
    closed(path, READ_ONLY, partial(as_ordinary_user, partial(_read_with_sqlite, path)))
    log = course.root / "gradebook.db-shm"
    assert log.exists()
    result = call("grade", LESSON)
    assert result.exit_code == 1 and not result.traceback
    assert "gradebook.db-shm" in result.output and "change" in result.output
    for left in course.root.glob("gradebook.db-*"):
        left.chmod(0o644)
    assert call("grade", LESSON).exit_code == 0


def test_a_folder_that_cannot_be_written_is_named(course: Course, call: Calls):
    result = closed(course.root, 0o555, partial(call, "grade", LESSON))
    assert result.exit_code == 1
    assert f"change the permissions of {course.root}" in result.output


def test_what_somebody_is_writing_is_read_too(course: Course, read_only: Calls):
    """Its newest part is in the log, which has to be read."""
    with closing(sqlite3.connect(course.root / "gradebook.db")) as writer:
        writer.execute("INSERT INTO student (id) VALUES ('just-now')")
        writer.commit()
        result = read_only("report", LESSON)
    assert result.exit_code == 0 and "just-now" in result.output


@pytest.mark.slow
def test_nbgraders_own_command_refuses_too(course: Course, run: Run):
    before = _files(course.root)
    nbgrader = partial(run, course, "nbgrader", "autograde", LESSON)
    path = course.root / "gradebook.db"
    done = closed(path, READ_ONLY, partial(as_ordinary_user, nbgrader))
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "gradebook.db cannot be written: change its permissions" in done.stderr
    assert _files(course.root) == before
    assert run(course, "nbgrader", "autograde", LESSON).returncode == 0
