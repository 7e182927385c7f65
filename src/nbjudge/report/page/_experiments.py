"""The page's table about saved runs."""

from __future__ import annotations

from .._schemas import EXPERIMENTS
from .._words import cell
from ..frames import Frames
from ._table import Table


def experiments(frames: Frames) -> Table:
    """Show every saved run, but for its id, which says nothing to a person."""
    runs = frames.experiments.drop(columns="run_id")
    head = tuple(_title(name) for name in runs.columns)
    rows = list(zip(*(runs[name].map(cell) for name in runs.columns), strict=True))
    numbers = frozenset(_title(name) for name in runs.select_dtypes("number").columns)
    return Table("Saved runs", head, rows, numbers)


def _title(name: str) -> str:
    """Return a column's title; the lesson's own columns go by their names."""
    declared = EXPERIMENTS.columns.get(name)
    return str(declared.title) if declared else name.replace("_", " ")
