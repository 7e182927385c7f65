"""What stands beside a notebook goes into the sandbox, but for what would pose as a library."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins.steps import _beside
from nbjudge.nbgrader_plugins.steps._beside import SMALL, beside, room_for


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """An instructor's folder, and a student's with the same files in it."""
    source, folder = tmp_path / "source", tmp_path / "student"
    for place in (source, folder):
        (place / "pack").mkdir(parents=True)
        (place / "pack" / "__init__.py").write_text("x = 1")
        (place / "statistics.py").write_text("mine = True")
        (place / "p.ipynb").write_text("{}")
    return folder, source


def test_the_instructors_files_go_in_whatever_their_names(folders: tuple[Path, Path]):
    found = beside(*folders)
    assert found.files.keys() == {"pack/__init__.py", "statistics.py"}
    assert found.own == found.files
    assert found.notes == ()


def test_a_students_file_that_poses_as_a_library_stays_out_and_is_noted(folders: tuple[Path, Path]):
    folder, _ = folders
    (folder / "numpy.py").write_text("raise SystemExit")
    (folder / "pandas").mkdir()
    (folder / "pandas" / "__init__.py").write_text("raise SystemExit")
    found = beside(*folders)
    assert found.files.keys() == {"pack/__init__.py", "statistics.py"}
    (note,) = found.notes
    assert note.text == "Files named like a library are passed over: numpy.py, pandas."


def test_a_folder_without_a_module_poses_as_none(folders: tuple[Path, Path]):
    folder, _ = folders
    (folder / "test").mkdir()
    (folder / "test" / "data.csv").write_text("1")
    assert "test/data.csv" in beside(*folders).files


def test_an_instructors_file_that_the_student_has_changed_is_not_the_instructors(
    folders: tuple[Path, Path],
):
    (folders[0] / "statistics.py").write_text("changed")
    assert beside(*folders).own.keys() == {"pack/__init__.py"}


def test_a_large_file_is_handed_over_unread(folders: tuple[Path, Path]):
    folder, source = folders
    for place in folders:
        (place / "big.bin").write_bytes(bytes(SMALL + 1))
    assert beside(folder, source).large == {"big.bin": folder / "big.bin"}
    assert room_for(source) > room_for(source / "pack") + SMALL


def test_a_students_files_are_bounded_and_what_is_left_out_is_said(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(_beside, "MOST_OWN", 2**20)
    (folders[0] / "small.txt").write_bytes(bytes(1000))
    (folders[0] / "large.txt").write_bytes(bytes(2**20))
    found = beside(*folders)
    assert "small.txt" in found.files
    assert "large.txt" not in found.files
    assert [note.text for note in found.notes] == [
        "Files were left out, for all together are larger than 1 MB: large.txt."
    ]
