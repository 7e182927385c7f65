"""Downloads of an LMS, made from a few words, and a graded class without a grader."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from nbjudge.lms import Clock, Expected, Policy, Rules, Taken, canvas_name, collect, handed_in
from nbjudge.report import Frames
from tests.report.conftest import NAME, NOTEBOOK, Course, course, empty_gradebook

__all__ = ["course", "empty_gradebook"]

GOLDEN = Path(__file__).with_name("golden")
EXPECTED = Expected(frozenset({f"{NOTEBOOK}.ipynb"}), frozenset({"experiments.json"}))
Entry = str | zipfile.ZipInfo


def zipped(members: Mapping[Entry, str | bytes] | Iterable[tuple[Entry, str | bytes]]) -> bytes:
    """Return a zip of names and contents."""
    buffer = io.BytesIO()
    pairs = members.items() if isinstance(members, Mapping) else members
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in pairs:
            archive.writestr(name, content)
    return buffer.getvalue()


Collect = Callable[..., dict[str, Taken]]


@pytest.fixture
def submitted(tmp_path: Path) -> Path:
    return tmp_path / "submitted"


@pytest.fixture
def collecting(tmp_path: Path, submitted: Path) -> Collect:
    """Collect downloads that are given as bytes, and return the rows of the table by student."""

    def collects(
        *downloads: bytes | Path,
        naming: Any = canvas_name,
        roster: Any = None,
        due: datetime | None = None,
        refusals: list[str] | None = None,
        **rules: Any,
    ) -> dict[str, Taken]:
        archives = [_saved(download, tmp_path) for download in downloads]
        namings = naming if naming.__name__ == "folder_naming" else lambda paths: naming
        expected = rules.get("expected", EXPECTED)
        with handed_in(archives, namings, expected, roster) as found:
            rows = collect(found, rules_for(submitted, due=lambda student: due, **rules))
            if refusals is not None:
                refusals += [one.sentence for one in found.refusals]
            return {row.student: row for row in rows}

    return collects


def rules_for(submitted: Path, **rules: Any) -> Rules:
    """Return rules with which the last attempt is taken, unless they say otherwise."""
    usual = {
        "assignment": NAME,
        "expected": EXPECTED,
        "policy": Policy.LAST,
        "due": lambda student: None,
        "score": _never,
        "clock": Clock(),
    }
    return Rules(submitted=submitted, **usual | rules)


def _saved(download: bytes | Path, folder: Path) -> Path:
    if isinstance(download, Path):
        return download
    path = folder / f"download-{len(list(folder.glob('download-*')))}.zip"
    path.write_bytes(download)
    return path


def _never(folder: Path) -> float | None:
    raise AssertionError("nothing had to be graded")


def tree(folder: Path) -> dict[str, str]:
    """Return each file's text by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def frames(course: Course) -> Frames:
    """A class: all points but half of one, a late one, and one who handed nothing in."""
    course.autograde("007", manual={"predict": 1.5}, timestamp="2026-02-01 11:59:00 UTC")
    course.autograde("nadia", manual={"predict": 2}, timestamp="2026-02-01 12:00:30 UTC")
    with course.gradebook() as gradebook:
        gradebook.find_submission_notebook(NOTEBOOK, NAME, "nadia").late_submission_penalty = 1
        gradebook.db.commit()
    course.enrol("zed")
    return course.frames()
