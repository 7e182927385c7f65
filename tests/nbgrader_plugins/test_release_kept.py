"""Whatever keeps a release from being replaced: the old one is as it was, and a sentence says why."""

from __future__ import annotations

import errno
import os
from functools import partial
from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import Course, CourseError, put
from nbjudge.release import release
from tests.conftest import LESSON, new_course
from tests.ordinary_user import call_as_ordinary_user, closed


def _files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("locked", ["release", f"release/{LESSON}"])
def test_a_release_that_cannot_be_written_stays(course: Course, locked: str):
    root = course.root
    before = _files(root)
    call = partial(call_as_ordinary_user, root, "release", LESSON)
    result = closed(root / locked, 0o555, call)
    assert result.exit_code == 1 and not result.traceback, result
    (line,) = result.output.splitlines()
    assert f"{root / 'release' / LESSON} cannot be replaced (Permission denied)" in line
    assert _files(root) == before


def test_a_file_in_the_place_of_the_folder_is_a_sentence(tmp_path: Path):
    course = new_course(tmp_path)
    (tmp_path / "release").rename(tmp_path / "elsewhere")
    (tmp_path / "release").write_text("in the way")
    with pytest.raises(CourseError, match="cannot be replaced"):
        release(course, LESSON)


def test_when_the_last_step_fails_the_old_one_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """As on another disk, or a full one: the new folder cannot be moved to where the old one was."""
    course = new_course(tmp_path)
    before = _files(tmp_path / "release")
    rename = Path.rename

    def fails(path: Path, target: Path) -> Path:
        if path.name == LESSON and path.parent.name == "kept":
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(CourseError, match="cross-device"):
        release(course, LESSON)
    assert _files(tmp_path / "release") == before


def test_nothing_is_left_beside_the_new_one(course: Course):
    (course.root / "release" / LESSON / "old.txt").write_text("of the old release")
    release(course, LESSON)
    assert [path.name for path in (course.root / "release").iterdir()] == [LESSON]
    assert not (course.root / "release" / LESSON / "old.txt").exists()


def test_a_submission_that_cannot_be_put_in_its_place_leaves_the_earlier_one(tmp_path: Path):
    place = tmp_path / "autograded" / "kim" / LESSON
    place.mkdir(parents=True)
    (place / "earlier.txt").touch()
    with pytest.raises(FileNotFoundError):
        put(tmp_path / "staging" / "never-made", place)
    assert [path.name for path in place.iterdir()] == ["earlier.txt"]
