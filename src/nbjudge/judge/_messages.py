"""Cells and runs as messages between the grader and the judge's process."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from ..sandbox import CellRun, Ending
from ._lesson import Cell


def plain(cell: Cell) -> tuple[Any, ...]:
    """Return a cell as a tuple."""
    lost = told(cell.lost) if cell.lost is not None else None
    return cell.source, cell.test, cell.inside, lost


def cell_of(said: tuple[Any, ...]) -> Cell:
    """Return the cell that a tuple tells of."""
    source, test, inside, lost = said
    return Cell(source, test, inside, run_of(lost) if lost is not None else None)


def told(run: CellRun) -> tuple[Any, ...]:
    """Return a run as a message."""
    return "ran", str(run.ending), *astuple(run)[1:]


def run_of(message: tuple[Any, ...]) -> CellRun:
    """Return the run that a message tells of."""
    _, ending, *rest = message
    return CellRun(Ending(ending), *rest)
