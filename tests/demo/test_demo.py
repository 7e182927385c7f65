"""The demo class is made quickly, always the same, and from the released notebook."""

from __future__ import annotations

from pathlib import Path

from nbjudge.demo import hand_in, load_class
from nbjudge.lesson import Lesson
from nbjudge.notebook.reading import read_notebook
from tests.conftest import LESSON, REPOSITORY

RELEASE = REPOSITORY / "release" / LESSON


def _contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_handing_in_twice_gives_the_same_and_rewrites_nothing(lesson: Lesson, tmp_path: Path):
    hand_in(lesson, tmp_path, RELEASE)
    before = _contents(tmp_path)
    path = tmp_path / "right-loops" / LESSON / "self-attention.ipynb"
    written = path.stat().st_mtime_ns
    hand_in(lesson, tmp_path, RELEASE)
    assert _contents(tmp_path) == before
    assert path.stat().st_mtime_ns == written


def test_each_student_says_what_the_submission_shows(lesson: Lesson):
    about = [student.about for student in load_class(lesson.cohort)]
    assert len(set(about)) == len(about)


def test_no_submission_holds_a_hidden_test(lesson: Lesson, tmp_path: Path):
    hand_in(lesson, tmp_path, RELEASE)
    texts = [path.read_text("utf-8") for path in tmp_path.rglob("*.ipynb")]
    assert len(texts) == len(load_class(lesson.cohort)) - 1  # one handed in an empty folder
    assert not any("HIDDEN TESTS" in text for text in texts)


def test_the_untouched_starter_is_the_release(lesson: Lesson, tmp_path: Path):
    hand_in(lesson, tmp_path, RELEASE)
    handed_in = read_notebook(tmp_path / "untouched-starter" / LESSON / "self-attention.ipynb")
    assert handed_in == read_notebook(RELEASE / "self-attention.ipynb")
