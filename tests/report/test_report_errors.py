"""A report that cannot be made says what, where and what to do, and leaves everything alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from nbjudge.lesson import Lesson
from nbjudge.report import ReportError, load


@pytest.fixture
def database(course: Any) -> Iterator[sqlite3.Connection]:
    """The gradebook's file, opened behind nbgrader's back."""
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection:
        yield connection


def _complaint(lesson: Lesson, url: str | None = None) -> str:
    with pytest.raises(ReportError) as caught:
        load(lesson, gradebook_url=url)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_missing_gradebook_is_named_and_not_made(course: Any) -> None:
    path = course.root / "gradebook.db"
    path.unlink()
    assert _complaint(course.lesson).startswith(f"There is no gradebook at {path}")
    assert not path.exists()


def test_unknown_assignment_is_told_with_the_known_ones(course: Any) -> None:
    (course.root / "other").mkdir()
    text = _complaint(Lesson("08-multi-head", course.root))
    assert "no assignment '08-multi-head'" in text
    assert "07-self-attention" in text


@pytest.mark.parametrize("content", [b"", b"this is no database" * 100])
def test_file_that_is_no_gradebook_is_refused(course: Any, content: bytes) -> None:
    (course.root / "gradebook.db").write_bytes(content)
    assert "gradebook.db cannot be read" in _complaint(course.lesson)
    assert (course.root / "gradebook.db").read_bytes() == content


@pytest.mark.parametrize("moment", ["soon", "2026-99-99 00:00:00.000000"])
def test_broken_date_in_the_gradebook_is_refused(
    course: Any, database: sqlite3.Connection, moment: str
) -> None:
    database.execute("UPDATE assignment SET duedate = ?", [moment])
    database.commit()
    assert "gradebook.db cannot be read" in _complaint(course.lesson)


def test_locked_gradebook_is_refused(course: Any, database: sqlite3.Connection) -> None:
    database.execute("PRAGMA journal_mode = DELETE")  # with a write-ahead log it could be read
    database.execute("BEGIN EXCLUSIVE")
    url = f"{course.url}?timeout=0.1"
    assert "database is locked" in _complaint(course.lesson, url)


def test_grade_id_of_two_notebooks_is_refused(course: Any) -> None:
    with course.gradebook() as gradebook:
        gradebook.add_notebook("second", course.lesson.name)
        gradebook.add_grade_cell(
            "predict", "second", course.lesson.name, max_score=1, cell_type="code"
        )
    assert "share the grade id 'predict'" in _complaint(course.lesson)


@pytest.mark.parametrize(
    "url", ["no url", "sqlite://", "nonsense://host/db", "postgresql+nodriver://me:secret@host/db"]
)
def test_url_that_cannot_be_used_is_refused_without_its_secret(course: Any, url: str) -> None:
    text = _complaint(course.lesson, url)
    assert "gradebook" in text
    assert "secret" not in text


def test_reading_changes_no_file(course: Any) -> None:
    course.autograde("right")
    before = {path: path.read_bytes() for path in _files(course.root)}
    course.frames()
    assert {path: path.read_bytes() for path in _files(course.root)} == before


def _files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file()]
