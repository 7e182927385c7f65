"""What travels: a submission as bytes, and back what is to be entered."""

from __future__ import annotations

import os
from pathlib import Path

import cloudpickle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbjudge.nbgrader_plugins import Course, Desk
from nbjudge.nbgrader_plugins.afar import pack, unpack
from nbjudge.notebook.files import sha256_of
from tests.conftest import LESSON

SOURCE = {"beside.py": b"x = 1\n", "data/table.csv": b"1,2\n"}

_NAME = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="/\0"), max_size=20)
_FILES = st.dictionaries(
    _NAME.filter(lambda name: name not in {"", ".", "..", "__pycache__", "feedback"}),
    st.binary(max_size=50) | st.just(SOURCE["beside.py"]),
    max_size=5,
)


@given(files=_FILES, source=_FILES)
def test_a_submission_arrives_as_it_was(
    files: dict[str, bytes], source: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
):
    sent, arrived = tmp_path_factory.mktemp("sent"), tmp_path_factory.mktemp("arrived")
    unpack(files, sent / "folder", {})
    parcel = pack("a", sent, source)
    assert parcel is not None
    unpack(parcel.files, arrived, source)
    assert sha256_of(arrived) == sha256_of(sent)
    assert parcel.folders == ("folder",)


def test_files_that_the_kit_has_are_only_named(tmp_path: Path):
    unpack({**SOURCE, "own.txt": b"mine"}, tmp_path, {})
    (tmp_path / "beside.py").write_bytes(b"x = 2\n")
    parcel = pack("a", tmp_path, SOURCE)
    assert parcel is not None
    assert parcel.files == {"beside.py": b"x = 2\n", "data/table.csv": None, "own.txt": b"mine"}


def _link(path: Path) -> None:
    path.symlink_to("/etc/passwd")


def _linked_folder(path: Path) -> None:
    path.symlink_to("/etc")


def _twice(path: Path) -> None:
    path.write_text("mine")
    os.link(path, path.with_name("twin"))


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(40 * 2**20)


def _crowd(path: Path) -> None:
    path.mkdir()
    for number in range(1001):
        (path / str(number)).touch()


@pytest.mark.parametrize("odd", [_link, _linked_folder, os.mkfifo, _twice, _huge, _crowd])
def test_what_bytes_cannot_tell_is_not_sent(tmp_path: Path, odd: object):
    (tmp_path / "self-attention.ipynb").write_text("{}")
    odd(tmp_path / "odd")
    assert pack("a", tmp_path, {}) is None


@pytest.mark.slow
def test_a_kit_has_neither_the_solution_nor_the_gradebooks_address(handed_in: Course):
    desk = Desk(handed_in, LESSON)
    desk._converter.config.CourseDirectory.db_url = "postgresql://grader:a-password@host/grades"
    kit = desk.kit
    names = [*kit.source, *kit.grading]
    assert not [name for name in names if name.endswith(".ipynb") or "cohort" in name]
    content = cloudpickle.dumps(kit)
    for secret in ("gradebook.db", "a-password"):
        assert secret.encode() not in content
