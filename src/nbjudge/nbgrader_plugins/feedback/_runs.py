"""The student's own saved runs, as they were saved, in small tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...lesson import CheckedRun, Experiments
from ...verdict import printable
from ._words import number

MOST = 20
"""Runs that are shown; a page with hundreds of them would be read by nobody."""

LONGEST = 120
"""Characters of a text in a record, which may be anything."""

_MOMENT = re.compile(r"\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z")

TITLE = ("label", "mode", "saved_at")


@dataclass(frozen=True)
class Matrix:
    """One small table; the first cell of a row is the row's heading."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class SavedRun:
    """One run: how the student named it, whether it counts and why not, and its numbers."""

    title: str
    counted: bool
    reason: str
    matrices: tuple[Matrix, ...]


@dataclass(frozen=True)
class SavedRuns:
    """All runs of a submission that are shown, and how many more there are."""

    runs: tuple[SavedRun, ...] = ()
    more: int = 0
    problem: str = ""


def saved_runs(folder: Path, judge: Experiments) -> SavedRuns:
    """Return the runs that the grader found; a record that nobody can read becomes a sentence.

    Parameters
    ----------
    folder : Path
        The autograded submission, in which the grader has put the union of all records.
    judge : Experiments
        The lesson's own reading of a record.
    """
    path = folder / judge.SIDECAR
    if not path.is_file():
        return SavedRuns()
    try:
        checked = judge.assess(json.loads(path.read_text("utf-8"))).runs
        runs = tuple(_run(place, each, judge) for place, each in enumerate(checked[:MOST], 1))
    except Exception:  # a student wrote the record: it must not cost the page
        return SavedRuns(problem="Your saved runs are stored in a way that cannot be shown here.")
    return SavedRuns(runs, max(0, len(checked) - MOST))


def _run(place: int, checked: CheckedRun, judge: Experiments) -> SavedRun:
    row = judge.row(checked)
    words = [text for name in TITLE if (text := _text(row.get(name, "")))]
    title = f"Run {place}: {', '.join(words)}" if words else f"Run {place}"
    matrices = tuple(_matrices(row, checked, judge))
    return SavedRun(title, checked.counted, _text(checked.reason), matrices)


def _matrices(row: Mapping[str, Any], checked: CheckedRun, judge: Experiments) -> list[Matrix]:
    cells = list(judge.cells(checked))
    measures = [name for name in (cells[0] if cells else ()) if name not in {"i", "j"}]
    return [_numbers(row), *(_matrix(name, cells) for name in measures)]


def _numbers(row: Mapping[str, Any]) -> Matrix:
    """Lay the numbered columns (q1, q2, …) side by side, one row for each number."""
    columns: dict[str, dict[str, str]] = {}
    for name, value in row.items():
        found = re.fullmatch(r"(?P<name>.*?)_?(?P<token>\d+)", name)
        if found:
            columns.setdefault(found["name"], {})[found["token"]] = number(value)
    tokens = list(dict.fromkeys(token for column in columns.values() for token in column))
    head = ("token", *(name.replace("_", " ") for name in columns))
    rows = [(token, *(column.get(token, "") for column in columns.values())) for token in tokens]
    return Matrix("", head, rows)


def _matrix(measure: str, cells: Iterable[Mapping[str, Any]]) -> Matrix:
    rows: dict[str, dict[str, str]] = {}
    for cell in cells:
        rows.setdefault(str(cell["i"]), {})[str(cell["j"])] = number(cell[measure])
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    body = [(name, *(row.get(column, "") for column in columns)) for name, row in rows.items()]
    return Matrix(measure, ("token", *columns), body)


def _text(value: object) -> str:
    """Return a record's text as words: ``mask_after_softmax`` was written by a program."""
    text = printable(str(value)).replace("_", " ").strip()
    text = _MOMENT.sub(r"\1 \2 UTC", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
