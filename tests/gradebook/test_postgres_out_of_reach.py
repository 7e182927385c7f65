"""A server that is not there, a database that is not, a wrong password: one sentence, exit 1."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from nbjudge.cli import main
from nbjudge.gradebook import VARIABLE
from nbjudge.nbgrader_plugins import Course
from tests.conftest import LESSON, Run, new_course
from tests.gradebook.postgres_server import PASSWORD, Server

pytestmark = pytest.mark.slow

WRONG = {
    "no server": lambda server: f"postgresql://grader:{SECRET}@127.0.0.1:1/gradebook",
    "no database": lambda server: server.url("nowhere"),
    "wrong password": lambda server: server.url("postgres", password=SECRET),
    "no URL": lambda server: f"postgresql://grader:{SECRET}/x@127.0.0.1/gradebook",
    "no such host": lambda server: f"postgresql://grader:{SECRET}@host.invalid/gradebook",
    "another kind": lambda server: f"mysql+nodriver://grader:{SECRET}@127.0.0.1/gradebook",
}
SECRET = "a-wr0ng-word"
VERBS = {
    "release": [],
    "demo": [],
    "grade": [],
    "report": [],
    "export": ["--to", "csv"],
    "collect": ["--from", "folder", "."],
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return new_course(tmp_path_factory.mktemp("course"), submissions=["right-masked"])


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_says_so(
    made: Course, postgres: Server, monkeypatch: pytest.MonkeyPatch, verb: str, wrong: str
):
    monkeypatch.setenv(VARIABLE, WRONG[wrong](postgres))
    before = _files(made.root)
    words = ["--course", str(made.root), verb, LESSON, *VERBS[verb]]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.exception
    (line,) = result.output.splitlines()
    assert "gradebook" in line
    assert SECRET not in line and PASSWORD not in line
    assert _files(made.root) == before


@pytest.mark.parametrize("wrong", ["no server", "wrong password", "no URL"])
def test_nbgraders_own_command_says_so(
    made: Course, postgres: Server, run: Run, monkeypatch: pytest.MonkeyPatch, wrong: str
):
    monkeypatch.setenv(VARIABLE, WRONG[wrong](postgres))
    done = run(made, "nbgrader", "autograde", LESSON)
    assert done.returncode == 1
    assert "The gradebook" in done.stderr
    assert "Traceback" not in done.stderr and SECRET not in done.stderr


def test_doctor_says_so(made: Course, postgres: Server, run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, WRONG["no database"](postgres))
    done = run(made, "nbjudge", "doctor")
    assert done.returncode == 1
    line = done.stdout.splitlines()[-1]
    assert line.startswith("MISSING gradebook") and "nowhere" in line and PASSWORD not in line


def _files(root: Path) -> set[Path]:
    return set(root.rglob("*"))
