"""SQLite's write-ahead log: everywhere but on a network file system, where grading says so."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql
from click.testing import CliRunner
from nbgrader.api import Gradebook
from traitlets.config import Config

from nbjudge.cli import main
from nbjudge.gradebook import VARIABLE, _mounts, connected, reading
from nbjudge.nbgrader_plugins import configure
from tests.conftest import LESSON, new_course
from tests.scores import expected, recorded

ASKED = sql.text("PRAGMA journal_mode"), sql.text("PRAGMA busy_timeout")


def _settings(connection: sql.Connection) -> tuple[str, int]:
    journal, busy = (connection.execute(each).scalar_one() for each in ASKED)
    return journal, busy


def _journal(path: Path) -> str:
    with closing(sqlite3.connect(path)) as gradebook:
        return str(gradebook.execute("PRAGMA journal_mode").fetchone()[0])


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/gradebook.db"


@pytest.fixture
def far_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the kernel's table say that the folder is another machine's."""
    table = tmp_path.parent / f"{tmp_path.name}.mounts"
    escaped = str(tmp_path).replace(" ", "\\040")
    table.write_text(
        f"1 0 8:1 / / rw - ext4 /dev/sda rw\n2 1 0:2 / {escaped} rw - nfs4 files:/ rw\n"
    )
    monkeypatch.setattr(_mounts, "MOUNTINFO", table)


def test_on_a_local_disk_others_may_read_meanwhile(url: str, tmp_path: Path):
    with connected(url) as connection:
        assert _settings(connection) == ("wal", 30_000)
    assert _journal(tmp_path / "gradebook.db") == "wal"


def test_nbgraders_own_connections_wait_as_long(url: str):
    configure(Config())
    with Gradebook(url) as gradebook:
        assert _settings(gradebook.db.connection()) == ("wal", 30_000)


def test_who_only_reads_changes_nothing(url: str, tmp_path: Path):
    path = tmp_path / "gradebook.db"
    with closing(sqlite3.connect(path)) as gradebook:
        gradebook.execute("CREATE TABLE t (x)")
    before = path.read_bytes()
    with reading(url) as connection:
        assert _settings(connection) == ("delete", 30_000)
    assert path.read_bytes() == before


@pytest.mark.usefixtures("far_away")
def test_there_is_none_on_a_network_file_system(url: str, tmp_path: Path):
    for _ in range(2):
        with connected(url) as connection:
            connection.execute(sql.text("CREATE TABLE IF NOT EXISTS t (x)"))
            connection.commit()
            assert _settings(connection) == ("delete", 30_000)
    assert [path.name for path in tmp_path.iterdir()] == ["gradebook.db"]


def test_a_gradebook_that_moves_to_one_gives_it_up(
    url: str, tmp_path: Path, request: pytest.FixtureRequest
):
    with connected(url) as connection:
        assert _settings(connection)[0] == "wal"
    request.getfixturevalue("far_away")
    with connected(url) as connection:
        assert _settings(connection)[0] == "delete"


@pytest.mark.slow
@pytest.mark.usefixtures("far_away")
def test_grading_goes_on_and_says_what_can_happen(tmp_path: Path):
    course = new_course(tmp_path, submissions=["right-masked"])
    for verb in ("release", "grade", "report"):
        result = CliRunner().invoke(main, ["--course", str(tmp_path), verb, LESSON])
        assert result.exit_code == 0, result.output
        (note,) = result.stderr.splitlines()
        assert "network file system (nfs4)" in note and VARIABLE in note and "local disk" in note
    assert recorded(course, ["right-masked"])["right-masked"] == expected()["right-masked"]
    assert _journal(tmp_path / "gradebook.db") == "delete"
