"""A gradebook moves from SQLite to PostgreSQL, and back from a backup, with everything in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import sqlalchemy as sql

from nbjudge.gradebook import VARIABLE, connected
from nbjudge.nbgrader_plugins import open_course
from tests.conftest import Run
from tests.gradebook.contents import contents
from tests.gradebook.postgres_server import PASSWORD, Server
from tests.gradebook.whole_flow import Graded

pytestmark = pytest.mark.slow


def test_everything_moves_and_the_old_one_stays(
    on_sqlite: Graded,
    postgres: Server,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    old = tmp_path / "old.db"
    shutil.copyfile(on_sqlite.course.root / "gradebook.db", old)
    before, url = old.read_bytes(), postgres.new_database()
    monkeypatch.setenv(VARIABLE, url)
    done = run(on_sqlite.course, "nbjudge", "copy-gradebook", str(old))
    assert (done.returncode, done.stderr) == (0, "")
    assert "***" in done.stdout and PASSWORD not in done.stdout
    assert contents(url) == on_sqlite.contents
    assert old.read_bytes() == before
    again = run(on_sqlite.course, "nbjudge", "copy-gradebook", str(old))
    assert again.returncode == 1 and "has something in it already" in again.stderr
    with open_course(on_sqlite.course.root).gradebook() as gradebook:
        assert {one.id for one in gradebook.students} >= {"right-masked", "late"}


def test_rows_that_postgresql_refuses_leave_it_empty(
    on_sqlite: Graded, postgres: Server, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    old, url = tmp_path / "old.db", postgres.new_database()
    shutil.copyfile(on_sqlite.course.root / "gradebook.db", old)
    with connected(f"sqlite:///{old}") as connection, connection.begin():
        connection.execute(sql.text("INSERT INTO student (id) VALUES (:id)"), {"id": "x" * 200})
    monkeypatch.setenv(VARIABLE, url)
    done = run(on_sqlite.course, "nbjudge", "copy-gradebook", str(old))
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1, done.stderr
    assert "table student" in done.stderr and PASSWORD not in done.stderr
    assert not any(rows for rows in contents(url).values())


def test_a_course_is_not_copied_into_itself(on_sqlite: Graded, run: Run):
    done = run(on_sqlite.course, "nbjudge", "copy-gradebook", "gradebook.db")
    assert done.returncode == 1 and VARIABLE in done.stderr


def test_a_dump_brings_everything_back(on_postgres: Graded, postgres: Server, tmp_path: Path):
    dump, url = tmp_path / "gradebook.dump", postgres.new_database()
    names = [sql.make_url(each).database for each in (on_postgres.url, url)]
    postgres.run("pg_dump", "--format=custom", f"--file={dump}", str(names[0]))
    postgres.run("pg_restore", f"--dbname={names[1]}", str(dump))
    assert contents(url) == on_postgres.contents
