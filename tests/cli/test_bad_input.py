"""Whatever is missing or broken: a sentence, exit code 1, and nothing overwritten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nbjudge.cli import main
from nbjudge.nbgrader_plugins import Course
from nbjudge.release import release
from tests.conftest import LESSON, new_course

VERBS = ("check", "demo", "grade", "release", "report")


def call(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--course", str(root), *words])


def fails_with_a_sentence(result: Result) -> str:
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.output.startswith("Error: "), result.output
    assert len(result.output.splitlines()) == 1, result.output
    return result.output


@pytest.mark.parametrize("verb", VERBS)
def test_a_folder_that_is_no_course(tmp_path: Path, verb: str):
    said = fails_with_a_sentence(call(tmp_path, verb, LESSON))
    assert str(tmp_path) in said


@pytest.mark.parametrize("verb", VERBS)
def test_an_assignment_that_does_not_exist(course: Course, verb: str):
    said = fails_with_a_sentence(call(course.root, verb, "08-nothing"))
    assert "08-nothing" in said


@pytest.mark.parametrize("verb", ["grade", "report"])
def test_a_gradebook_that_is_no_database(tmp_path: Path, verb: str):
    course = new_course(tmp_path, submissions=["right-masked"])
    gradebook = tmp_path / "gradebook.db"
    gradebook.write_bytes(b"no database" * 1000)
    said = fails_with_a_sentence(call(course.root, verb, LESSON))
    assert "gradebook" in said
    assert gradebook.read_bytes() == b"no database" * 1000


@pytest.mark.parametrize("verb", ["grade", "report"])
def test_an_assignment_that_is_not_released(tmp_path: Path, verb: str):
    new_course(tmp_path, submissions=["right-masked"])
    said = fails_with_a_sentence(call(tmp_path, verb, LESSON))
    assert "release" in said


def test_nobody_has_handed_in(course: Course):
    release(course, LESSON)
    said = fails_with_a_sentence(call(course.root, "grade", LESSON))
    assert "Nobody has handed in" in said


def test_a_student_who_has_not_handed_in(tmp_path: Path):
    course = new_course(tmp_path, submissions=["right-masked"])
    release(course, LESSON)
    said = fails_with_a_sentence(call(tmp_path, "grade", LESSON, "--student", "[right]"))
    assert "[right]" in said


def test_a_broken_configuration(course: Course):
    (course.root / "nbgrader_config.py").write_text("c = get_config(\n")
    said = fails_with_a_sentence(call(course.root, "grade", LESSON))
    assert "nbgrader_config.py" in said


def test_the_demo_class_does_not_mix_with_a_real_one(course: Course):
    (course.root / "submitted" / "0042" / LESSON).mkdir(parents=True)
    said = fails_with_a_sentence(call(course.root, "demo", LESSON))
    assert "0042" in said
    assert [path.name for path in (course.root / "submitted").iterdir()] == ["0042"]


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("failure_modes.toml", lambda path: path.write_text("[")),
        ("contract.toml", lambda path: path.unlink()),
        ("experiments.py", lambda path: path.write_text("1 / 0")),
        ("implementations.py", lambda path: path.unlink()),
    ],
)
def test_a_lesson_with_a_broken_part(course: Course, name: str, damage: Callable[[Path], None]):
    damage(course.root / "grading" / LESSON / name)
    said = fails_with_a_sentence(call(course.root, "check", LESSON))
    assert name in said


def test_debug_shows_the_traceback(tmp_path: Path):
    result = CliRunner().invoke(main, ["--debug", "--course", str(tmp_path), "grade", LESSON])
    assert result.exit_code == 1
    assert not isinstance(result.exception, SystemExit)
