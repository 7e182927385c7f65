"""A damaged gradebook is refused in a sentence, and nothing is written anywhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from nbjudge.cli import main
from nbjudge.gradebook import GradebookError, examine
from nbjudge.nbgrader_plugins import Course
from nbjudge.release import release
from tests.conftest import LESSON, Run, new_course

EMPTY_LEAF = b"\x0a\x00\x00\x00\x00\x00\x00\x00"
"""How a page of an index begins that has nothing in it, but for where its content starts."""


def _page(path: Path, query: str) -> tuple[int, int]:
    """Return a root page's place in the file, and its size."""
    with closing(sqlite3.connect(path)) as gradebook:
        (size,) = gradebook.execute("PRAGMA page_size").fetchone()
        (root,) = gradebook.execute(f"SELECT rootpage FROM sqlite_master WHERE {query}").fetchone()
    return (root - 1) * size, size


def _scribble(path: Path) -> None:
    place, size = _page(path, "name = 'student'")
    with path.open("r+b") as file:
        file.seek(place)
        file.write(b"\xa5" * size)


def _empty_an_index(path: Path) -> None:
    """Make an index say that there are no cells: what has one is found twice, or never."""
    place, size = _page(path, "type = 'index' AND tbl_name = 'base_cell'")
    with path.open("r+b") as file:
        file.seek(place)
        file.write(EMPTY_LEAF[:5] + size.to_bytes(2, "big") + b"\x00")


def _cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def _overwrite(path: Path) -> None:
    path.write_bytes(b"this is no database" * 1000)


DAMAGES = [_scribble, _empty_an_index, _cut, _overwrite]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a gradebook with one assignment."""
    course = new_course(tmp_path_factory.mktemp("sound"))
    release(course, LESSON)
    with closing(sqlite3.connect(course.root / "gradebook.db")) as gradebook:
        gradebook.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        gradebook.execute("PRAGMA journal_mode = DELETE")
    return (course.root / "gradebook.db").read_bytes()


@pytest.fixture
def with_gradebook(tmp_path: Path, sound: bytes) -> Course:
    course = new_course(tmp_path, submissions=["right-masked"])
    (tmp_path / "gradebook.db").write_bytes(sound)
    return course


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_found(tmp_path: Path, sound: bytes, damage: Callable[[Path], None]):
    path = tmp_path / "gradebook.db"
    path.write_bytes(sound)
    assert examine(f"sqlite:///{path}") == ()
    damage(path)
    with pytest.raises(GradebookError) as caught:
        examine(f"sqlite:///{path}")
    assert str(path) in str(caught.value) and "backup" in str(caught.value)


@pytest.mark.parametrize("verb", ["demo", "grade", "release", "report"])
@pytest.mark.parametrize("damage", [_scribble, _empty_an_index])
def test_every_verb_refuses_and_writes_nothing(
    with_gradebook: Course, verb: str, damage: Callable[[Path], None]
):
    root = with_gradebook.root
    damage(root / "gradebook.db")
    before = _files(root)
    result = CliRunner().invoke(main, ["--course", str(root), verb, LESSON])
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output
    (line,) = result.output.splitlines()
    assert "damaged" in line and "nothing was written" in line
    assert _files(root) == before


@pytest.mark.slow
def test_nbgraders_own_command_refuses_too(with_gradebook: Course, run: Run):
    root = with_gradebook.root
    _empty_an_index(root / "gradebook.db")
    before = _files(root)
    done = run(with_gradebook, "nbgrader", "autograde", LESSON)
    assert done.returncode == 1
    assert "is damaged" in done.stderr and "Traceback" not in done.stderr
    assert _files(root) == before


def test_a_folder_that_is_not_there(tmp_path: Path):
    with pytest.raises(GradebookError, match="no such folder"):
        examine(f"sqlite:///{tmp_path}/nowhere/gradebook.db")


def test_no_gradebook_yet_is_sound_and_none_is_made(tmp_path: Path):
    assert examine(f"sqlite:///{tmp_path}/gradebook.db") == ()
    assert not list(tmp_path.iterdir())


def _files(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
