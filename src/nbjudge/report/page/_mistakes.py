"""The page's tables about mistakes: what they mean, and who made which."""

from __future__ import annotations

from collections import Counter

from .._words import UNKNOWN
from ..frames import Frames
from ._table import Table

WORDS = {True: "yes", False: "no"}


def modes(frames: Frames) -> Table:
    """Say what each failure mode means and how many have it."""
    rows = []
    for mode in frames.modes:
        known = frames.failure_modes[mode.grade_id].dropna()
        share = f"{int(known.sum())}/{len(known)}"
        rows.append((mode.name, mode.grade_id, share, mode.meaning, mode.why))
    head = ("Mistake", "Hidden test", "Students", "Meaning", "Why it matters")
    return Table("What the mistakes are", head, rows, frozenset({"Students"}))


def matrix(frames: Frames) -> Table:
    """Lay students against mistakes; the commonest pattern of mistakes comes first."""
    names = [mode.grade_id for mode in frames.modes]
    tested = frames.failure_modes.dropna(how="all", subset=names)
    columns = [tested[name].map(WORDS).astype("object").fillna(UNKNOWN) for name in names]
    rows = list(zip(tested.student, *columns, strict=True))
    sizes = Counter(row[1:] for row in rows)
    rows.sort(key=lambda row: (-sizes[row[1:]], row[1:], row[0]))
    head = ("Student", *(mode.name for mode in frames.modes))
    return Table("Who made which mistake", head, rows, marks=True)
