"""Which gradebook counts, and that nobody reads its password."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from traitlets.config import Config

from nbjudge.cli import main
from nbjudge.gradebook import (
    VARIABLE,
    GradebookError,
    connected,
    examine,
    file_of,
    from_environment,
    parsed,
    shown,
)
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import Course, configure, open_course
from nbjudge.report import ReportError, load
from tests.conftest import LESSON, REPOSITORY, new_course

SECRET = "s3cret"


def _configured(root: Path, before: str = "", after: str = "") -> Course:
    text = f"from nbjudge import configure\nc = get_config()\n{before}\nconfigure(c)\n{after}\n"
    (root / "nbgrader_config.py").write_text(text)
    return open_course(root)


def test_without_a_word_it_is_the_file_in_the_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert file_of(_configured(tmp_path).gradebook_url) == tmp_path / "gradebook.db"


@pytest.mark.parametrize("said", ["postgresql://me@host/db", "postgres://me@host/db"])
def test_the_environment_names_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str):
    monkeypatch.setenv(VARIABLE, said)
    assert _configured(tmp_path).gradebook_url == "postgresql://me@host/db"
    assert parsed(from_environment() or "").get_driver_name() == "psycopg"


@pytest.mark.parametrize("where", ["before", "after"])
def test_what_the_course_says_counts_more_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
):
    monkeypatch.setenv(VARIABLE, f"postgresql://me:{SECRET}@host/db")
    own = f"sqlite:///{tmp_path}/own.db"
    course = _configured(tmp_path, **{where: f"c.CourseDirectory.db_url = {own!r}"})
    assert course.gradebook_url == own
    (note,) = course.examine_gradebook()
    assert VARIABLE in note and "own.db" in note and "host/db" in note
    assert SECRET not in note


@pytest.mark.slow
def test_the_audit_tries_things_out_in_a_gradebook_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    real = tmp_path / "real.db"
    monkeypatch.setenv(VARIABLE, f"sqlite:///{real}")
    root = new_course(tmp_path / "course").root
    result = CliRunner().invoke(main, ["--course", str(root), "check", LESSON])
    assert result.exit_code == 0, result.output
    assert not real.exists()


def test_the_frames_are_read_from_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(VARIABLE, f"sqlite:///{tmp_path}/elsewhere.db")
    with pytest.raises(ReportError, match=r"elsewhere\.db"):
        load(find_lesson(LESSON, REPOSITORY))


def test_blanks_are_no_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, "  ")
    c = Config()
    configure(c)
    assert "db_url" not in c.CourseDirectory


@pytest.mark.parametrize(
    ("url", "text"),
    [
        (f"postgresql://me:{SECRET}@host:5432/db", "postgresql://me:***@host:5432/db"),
        (f"postgresql://me@/db?host=/run&password={SECRET}", "postgresql://me@/db?host=%2Frun"),
        (f"postgresql://me@host/db?sslpassword={SECRET}", "postgresql://me@host/db"),
        ("sqlite:////srv/course/gradebook.db", "/srv/course/gradebook.db"),
    ],
)
def test_people_see_where_it_is_and_no_password(url: str, text: str):
    assert shown(url) == text


@pytest.mark.parametrize(
    "url",
    [
        "",
        SECRET,
        f"postgresql://me:{SECRET}/x@host/db",
        f"postgresql://me:my/{SECRET}@host/db",
        f"postgresql://me:p@host:{SECRET}/db",
        f"nonsense://me:{SECRET}@host/db",
        f"postgresql+nodriver://me:{SECRET}@host/db",
        f"postgresql://me:{SECRET}@127.0.0.1:1/db",
        f"postgresql://me@127.0.0.1:1/db?password={SECRET}",
        f"postgresql://me@127.0.0.1:1/db?nonsense={SECRET}",
        f"postgresql://me:{SECRET}@127.0.0.1:1/db?connect_timeout={SECRET}",
    ],
)
def test_a_url_that_leads_nowhere_is_one_sentence_without_its_password(url: str):
    for door in (examine, _connect):
        with pytest.raises(GradebookError) as caught:
            door(url)
        text = str(caught.value)
        assert "gradebook" in text
        assert len(text.splitlines()) == 1 and text.endswith(".")
        assert SECRET not in text


def _connect(url: str) -> None:
    with connected(url):
        pass


def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    with pytest.raises(GradebookError, match=r"pip install 'nbjudge\[postgres\]'"):
        examine("postgresql://me@host/db")
