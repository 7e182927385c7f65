"""The table of all students: one row each, to be searched, sorted and filtered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from nbjudge.tally import NOT_JUDGED
from nbjudge.verdict import Status

from .._words import UNKNOWN, lateness, points
from ..frames import Frames
from ._links import People
from ._mistakes import Cluster
from ._table import Cell, Value

UNKNOWN_LAST = -1.0

Rows = list[Any]
"""Rows of a frame as named tuples, whose fields only pandas knows."""


@dataclass(frozen=True)
class Row:
    """One student's row, and what the filters ask of it.

    Parameters
    ----------
    cells : list of Value
    status, cluster : str
        The cluster by its number; empty without one.
    modes : str
        Grade ids of the mistakes, with spaces between.
    look : bool
        Whether a person should look.
    """

    cells: list[Value]
    status: str
    cluster: str
    modes: str
    look: bool


@dataclass(frozen=True)
class Overview:
    """The table with what it can be filtered by.

    Parameters
    ----------
    head, items : list of str
        The columns' headings, and those of them that are graded cells.
    rows : list of Row
    statuses : list of str
    modes, clusters : list of (str, str)
        Values with their labels.
    unjudged : bool
        Whether a test of any student could not be judged.
    """

    head: list[str]
    items: list[str]
    rows: list[Row]
    statuses: list[str]
    modes: list[tuple[str, str]]
    clusters: list[tuple[str, str]]
    unjudged: bool


def by_student(frame: pd.DataFrame) -> dict[str, Rows]:
    """Return each student's rows; as tuples, since a frame of two rows is slow."""
    found: dict[str, Rows] = {}
    row: Any
    for row in frame.itertuples(index=False):
        found.setdefault(row.student, []).append(row)
    return found


def overview(
    frames: Frames,
    people: People,
    found: Mapping[str, Cluster],
    troubled: frozenset[str],
) -> Overview:
    """Return the table of students."""
    items = [str(name) for name in frames.grades.grade_id.unique()]
    grades = by_student(frames.grades)
    known = [m.grade_id for m in frames.modes if frames.failure_modes[m.grade_id].count()]
    rows = [
        _row(one, grades[one.student], people, found.get(one.student), known, troubled)
        for (one,) in by_student(frames.submissions).values()
    ]
    return Overview(
        ["Student", "Status", "Total", "Open", "Late", "Mistakes", *items],
        items,
        rows,
        sorted(frames.submissions.status.unique()),
        [(mode.grade_id, mode.name) for mode in frames.modes],
        [
            (str(cluster.number), f"{len(cluster.students)} × {cluster.name}")
            for cluster in dict.fromkeys(sorted(found.values(), key=lambda c: c.number))
        ],
        bool((frames.grades.outcome == NOT_JUDGED).any()),
    )


def _row(
    one: Any,
    grades: Rows,
    people: People,
    cluster: Cluster | None,
    known: list[str],
    troubled: frozenset[str],
) -> Row:
    look = one.student in troubled
    pattern = cluster.pattern if cluster else ()
    there = [grade_id for grade_id, value in zip(known, pattern, strict=False) if value]
    cells: list[Value] = [
        Cell(one.student, None, [(one.student, f"#{people.places[one.student]}")]),
        Cell(state(one.status, look), tone="look" if look else ""),
        Cell(points(one.score, one.max_score), _order(one.score)),
        Cell(f"{one.open_points:g}", one.open_points),
        Cell(lateness(one.seconds_late), _order(one.seconds_late)),
        cluster.name if cluster else UNKNOWN,
        *_scores(grades),
    ]
    number = str(cluster.number) if cluster else ""
    return Row(cells, one.status, number, " ".join(there), look)


def state(status: str, look: bool) -> str:
    """Return the status; "graded" alone would hide that there is something to look at."""
    return f"{status}, see notes" if look and status == Status.GRADED else status


def _scores(grades: Rows) -> Iterator[Cell]:
    for item in grades:
        shown = points(item.score, item.max_score, item.outcome)
        yield Cell(shown, _order(item.score), tone=tone(item))


def tone(item: Any) -> str:
    """Return how points look: full ones step back, lost ones and those not judged stand out."""
    if item.outcome == NOT_JUDGED:
        return "look"
    return "full" if item.score >= item.max_score else "lost" if item.score < item.max_score else ""


def _order(value: float) -> float:
    return UNKNOWN_LAST if pd.isna(value) else float(value)
