"""Students against mistakes: who makes which, and which are made together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
from markupsafe import Markup

from nbjudge.lesson import FailureMode

from .._words import listed
from ..frames import Frames
from ._figure import LABELS, WIDTH, Figure, joined, rect, words
from ._links import People
from ._table import Cell, Table, Value

TONES = {True: "mistake", False: "free", None: "unknown"}
SIGNS = {True: "✗", False: "·", None: "?"}
HEIGHT = 26
GAP = 3

Pattern = tuple[bool | None, ...]
"""For each failure mode: whether it is there, None where its test told nothing."""


@dataclass(frozen=True)
class Cluster:
    """Students who make the same mistakes.

    Parameters
    ----------
    number : int
        From 1, the largest first.
    pattern : Pattern
    name, meaning : str
        Its mistakes in a few words, and what they mean in a sentence.
    students : tuple of str
    """

    number: int
    pattern: Pattern
    name: str
    meaning: str
    students: tuple[str, ...]


def clusters(frames: Frames) -> list[Cluster]:
    """Return the clusters; students of whom no test told anything are in none."""
    names = [mode.grade_id for mode in frames.modes if frames.failure_modes[mode.grade_id].count()]
    told = frames.failure_modes.dropna(how="all", subset=names)
    groups: dict[Pattern, list[str]] = {}
    rows = told[names].astype(object).where(told[names].notna(), None)
    for student, *row in zip(told.student, *(rows[name] for name in names), strict=True):
        groups.setdefault(tuple(None if v is None else bool(v) for v in row), []).append(student)
    modes = [mode for mode in frames.modes if mode.grade_id in names]
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), _pressing(group[0])))
    return [
        Cluster(number, pattern, *_words(pattern, modes, frames.starter_fails), tuple(students))
        for number, (pattern, students) in enumerate(ordered, start=1)
    ]


def _pressing(pattern: Pattern) -> tuple[int, ...]:
    """Sort patterns of one size by their mistakes, so that alike ones are neighbours."""
    return tuple({True: 0, None: 1, False: 2}[value] for value in pattern)


def _words(
    pattern: Pattern, modes: Sequence[FailureMode], starter: frozenset[str]
) -> tuple[str, str]:
    """Return a cluster's name and its meaning."""
    there = [mode for mode, value in zip(modes, pattern, strict=True) if value]
    dark = [mode for mode, value in zip(modes, pattern, strict=True) if value is None]
    name = " + ".join(mode.name for mode in there) or "no mistake"
    unsure = f" Of {listed([mode.name for mode in dark])} the tests told nothing." if dark else ""
    if not there:
        known = "Every hidden test passes." if not dark else "No mistake shows."
        return f"{name}{' that shows' if dark else ''}", known + unsure
    if {mode.grade_id for mode in there} == starter:
        return name, f"Exactly what the starter fails: it was not changed where it matters.{unsure}"
    if len(there) == 1:
        return name, there[0].meaning + unsure
    if len(there) == 2:
        return name, f"Two mistakes: {' '.join(mode.meaning for mode in there)}{unsure}"
    return name, f"{len(there)} of {len(modes)} mistakes at once.{unsure}"


def matrix(frames: Frames, found: Sequence[Cluster], people: People) -> Figure:
    """Draw a column for each student, a row for each mistake; same columns are neighbours."""
    modes = [m for m in frames.modes if frames.failure_modes[m.grade_id].count()]
    head = ("Cluster", "Students", *(mode.name for mode in modes), "Who")
    rows: list[Sequence[Value]] = [
        (
            str(cluster.number),
            str(len(cluster.students)),
            *(Cell(SIGNS[v], None, tone=TONES[v]) for v in cluster.pattern),
            people.cell(cluster.students),
        )
        for cluster in found
    ]
    table = Table("Students and mistakes", head, rows, frozenset(head[:2]))
    legend = [("mistake", "makes it"), ("free", "does not"), ("unknown", "its test told nothing")]
    drawing = _drawn([mode.name for mode in modes], found)
    height = len(modes) * HEIGHT + 30
    return Figure("Students and mistakes", _reading(found), drawing, height, table, legend)


def _reading(found: Sequence[Cluster]) -> str:
    if not found:
        return "No hidden test has told anything yet."
    students = sum(len(cluster.students) for cluster in found)
    largest = found[0]
    return (
        f"{students} students, one narrow column each, in {len(found)} clusters of equal columns, "
        f"the largest at the left: {len(largest.students)} with {largest.name}."
    )


def _drawn(names: Sequence[str], found: Sequence[Cluster]) -> Markup:
    students = sum(len(cluster.students) for cluster in found)
    gap = GAP if len(found) * GAP < WIDTH / 5 else 0.5
    unit = (WIDTH - LABELS - gap * len(found)) / (students or 1)
    parts = [words(LABELS - 12, i * HEIGHT + 18, name, "end") for i, name in enumerate(names)]
    left: float = LABELS
    for cluster in found:
        parts.append(_block(cluster, left, unit))
        left += unit * len(cluster.students) + gap
    return joined(parts)


def _block(cluster: Cluster, left: float, unit: float) -> Markup:
    """Draw one cluster: a line for each mistake, and its size below where there is room."""
    size = len(cluster.students)
    width, floor = unit * size, len(cluster.pattern) * HEIGHT
    lines = [
        rect(left, i * HEIGHT + 2, width, HEIGHT - 4, TONES[value])
        for i, value in enumerate(cluster.pattern)
    ]
    seams = [rect(left + unit * i - 0.5, 0, 1, floor, "seam") for i in range(1, size) if unit > 5]
    number = words(left + width / 2, floor + 18, str(size), "middle", "soft")
    tip = Markup("<title>{}</title>").format(f"{size} with {cluster.name}")
    return Markup("<g>{}</g>").format(joined([tip, *lines, *seams, *([number] * (width > 16))]))


def explained(found: Sequence[Cluster], people: People) -> Table:
    """Say of each cluster how large it is, what it means and who is in it."""
    head = ("Cluster", "Students", "Mistakes", "What it means", "Who")
    rows = [
        (
            Cell(str(cluster.number), links=[(str(cluster.number), "#students")]),
            str(len(cluster.students)),
            cluster.name,
            cluster.meaning,
            people.cell(cluster.students),
        )
        for cluster in found
    ]
    return Table("Clusters", head, rows, frozenset(head[:2]))


def glossary(frames: Frames) -> Table:
    """Say what each mistake means, why it matters, and how many make it."""
    rows: list[Sequence[Value]] = []
    for mode in frames.modes:
        known = frames.failure_modes[mode.grade_id].dropna()
        share = Cell(f"{int(known.sum())}/{len(known)}", float(known.sum()))
        rows.append((mode.name, mode.grade_id, share, mode.meaning, mode.why))
    head = ("Mistake", "Hidden test", "Students", "What it is", "Why it matters")
    return Table("What each mistake is", head, rows, frozenset({"Students"}))


def of_students(found: Sequence[Cluster]) -> Mapping[str, Cluster]:
    """Return each student's cluster."""
    return {student: cluster for cluster in found for student in cluster.students}


def silent(frames: Frames, found: Sequence[Cluster]) -> pd.Series:
    """Return the students of whom no hidden test told anything."""
    everybody = frames.submissions.student
    return everybody[~everybody.isin([s for cluster in found for s in cluster.students])]
