"""The files of a submission: their hash, a safe copy, and the time on them."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from nbjudge.notebook import files
from nbjudge.notebook.files import copy_files, plain_files, sha256_of, submitted_at
from nbjudge.verdict import Kind

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A submission of two files."""
    folder = tmp_path / "handed-in"
    (folder / "data").mkdir(parents=True)
    (folder / "lesson.ipynb").write_text("{}", "utf-8")
    (folder / "data" / "a.txt").write_text("a", "utf-8")
    return folder


def _names(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in plain_files(folder)]


def test_hash_stays_when_nothing_changes(folder: Path) -> None:
    before = sha256_of(folder)
    os.utime(folder / "lesson.ipynb", (0, 0))
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "a.pyc").touch()
    assert sha256_of(folder) == before


def test_hash_tells_bytes_names_and_additions_apart(folder: Path) -> None:
    hashes = [sha256_of(folder)]
    (folder / "data" / "a.txt").write_text("b", "utf-8")
    hashes.append(sha256_of(folder))
    (folder / "data" / "a.txt").rename(folder / "data" / "b.txt")
    hashes.append(sha256_of(folder))
    (folder / "data" / "b.txt").rename(folder / "b.txt")
    hashes.append(sha256_of(folder))
    (folder / "empty").touch()
    hashes.append(sha256_of(folder))
    assert len(set(hashes)) == len(hashes)


def test_hash_takes_any_file_name(folder: Path) -> None:
    before = sha256_of(folder)
    Path(os.fsdecode(os.fsencode(folder) + b"/\xe4.txt")).touch()
    assert sha256_of(folder) != before


@pytest.mark.parametrize("name", ["lesson.ipynb", "record.json"])
def test_hash_notices_a_changed_file_behind_a_heap_of_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What is graded stands in the folder itself; a heap is some library in a folder below."""
    monkeypatch.setattr(files, "MOST", 4)
    for number in range(5):
        (folder / "data" / f"heap-{number}").touch()
    before = sha256_of(folder)
    (folder / name).write_text('{"a": 1}', "utf-8")
    assert sha256_of(folder) != before


def test_links_are_passed_over(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "solution.py").touch()
    (folder / "link.py").symlink_to(tmp_path / "secret" / "solution.py")
    (folder / "linked").symlink_to(tmp_path / "secret")
    (folder / "loop").symlink_to(folder)
    (folder / "broken").symlink_to("nowhere")
    assert _names(folder) == ["lesson.ipynb", "data/a.txt"]


def test_devices_are_passed_over(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert "pipe" not in _names(folder)


def test_files_that_have_another_name_elsewhere_are_passed_over(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").touch()
    (folder / "hard.txt").hardlink_to(tmp_path / "secret.txt")
    assert "hard.txt" not in _names(folder)
    (note,) = copy_files(folder, tmp_path / "copy")
    assert "hard.txt" in note.text


def test_a_notebook_that_a_backup_is_linked_to_is_still_one(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "backup.ipynb").hardlink_to(folder / "lesson.ipynb")
    assert "lesson.ipynb" in _names(folder)


def test_a_link_deep_down_is_told_of(folder: Path, tmp_path: Path) -> None:
    (folder / "data" / "link").symlink_to("/etc")
    (note,) = copy_files(folder, tmp_path / "copy")
    assert "data/link" in note.text


def test_copy_leaves_notebooks_and_links_and_says_so(folder: Path, tmp_path: Path) -> None:
    (folder / "link.txt").symlink_to(folder / "data" / "a.txt")
    target = tmp_path / "copy"
    (note,) = copy_files(folder, target)
    assert note.kind is Kind.INTEGRITY and "link.txt" in note.text
    assert _names(target) == ["data/a.txt"]


def test_copy_of_plain_files_needs_no_note(folder: Path, tmp_path: Path) -> None:
    assert copy_files(folder, tmp_path / "copy") == ()


def test_copy_leaves_oversized_files(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 0)
    (note,) = copy_files(folder, tmp_path / "copy")
    assert "data/a.txt" in note.text
    assert not (tmp_path / "copy").exists()


def test_copy_does_not_write_through_a_link(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy"
    (target / "data").mkdir(parents=True)
    (tmp_path / "precious").write_text("kept", "utf-8")
    (target / "data" / "a.txt").symlink_to(tmp_path / "precious")
    copy_files(folder, target)
    assert (tmp_path / "precious").read_text("utf-8") == "kept"
    assert (target / "data" / "a.txt").read_text("utf-8") == "a"


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-31 12:00:00 UTC",
        "2026-01-31 12:00:00 GMT",
        "2026-01-31 12:00:00.000000 UTC\n",
        "2026-01-31 12:00:00",
        "2026-01-31 14:00:00 +0200",
        "2026-01-31 14:00:00 +02:00",
        "2026-01-31 06:30:00 -0530",
        "2026-01-31 13:00:00 Europe/Berlin",
        "2026-01-31T12:00:00Z",
        "2026-01-31T14:00:00+02:00",
    ],
)
def test_timestamp_is_understood(folder: Path, text: str) -> None:
    (folder / "timestamp.txt").write_text(text, "utf-8")
    assert submitted_at(folder) == (NOON, ())


def test_summer_time_of_a_zone_is_heeded(folder: Path) -> None:
    (folder / "timestamp.txt").write_text("2026-07-31 14:00:00 Europe/Berlin", "utf-8")
    assert submitted_at(folder)[0] == NOON.replace(month=7)


@pytest.mark.parametrize(
    "text",
    [
        "", " \n", "yesterday", "2026-01-31 12:00:00 PST", "2026-01-31 12:00:00 CET",
        "2026-02-30 12:00:00 UTC", "2026-01-31 12:00:00 Europe/Nowhere",
        "2026-01-31 12:00:00 ../../etc/passwd", "2026-01-31 12:00:00 /etc/passwd",
        "2026-01-31 12:00:00 +9999", "2026-01-31 12:00:00 +ab", "2026-01-31 12:00:00 +0260",
        "2026-01-31 12:00:00+02:00 UTC", "0001-01-01 00:00:00 +0200", "\0", "\ufffd" * 200,
    ],
)  # fmt: skip
def test_timestamp_that_cannot_be_relied_on_leaves_lateness_unknown(
    folder: Path, text: str
) -> None:
    (folder / "timestamp.txt").write_text(text, "utf-8")
    moment, (note,) = submitted_at(folder)
    assert moment is None
    assert note.kind is Kind.INFO and note.text.startswith("Lateness is unknown")
    assert ("empty" in note.text) is not bool(text.strip())


def test_timestamp_in_another_encoding_leaves_lateness_unknown(folder: Path) -> None:
    (folder / "timestamp.txt").write_bytes(b"\xff\xfe2\x000\x00")
    assert submitted_at(folder)[0] is None


def test_no_timestamp_needs_no_note(folder: Path) -> None:
    assert submitted_at(folder) == (None, ())


def test_linked_timestamp_is_not_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "early.txt").write_text("2026-01-01 12:00:00 UTC", "utf-8")
    (folder / "timestamp.txt").symlink_to(tmp_path / "early.txt")
    assert submitted_at(folder)[0] is None
