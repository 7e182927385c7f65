"""What nbgrader's metadata says of a cell, read without trusting its shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from nbformat import NotebookNode


def fresh_ids(taken: Iterable[object]) -> Iterator[str]:
    """Yield ids that no cell has; never random ones, so that a regrade gives the same file."""
    names = {name for name in taken if isinstance(name, str)}
    return (name for number in count(1) if (name := f"cell-{number}") not in names)


def marks(cell: NotebookNode) -> dict[str, Any]:
    """Return the cell's nbgrader metadata, or an empty dict when it has none to speak of."""
    found = cell.get("metadata", {}).get("nbgrader", {})
    return found if isinstance(found, dict) else {}


def grade_id(cell: NotebookNode) -> str | None:
    """Return the cell's grade id, or None."""
    found = marks(cell).get("grade_id")
    return found if isinstance(found, str) and found else None


def is_test(cell: NotebookNode) -> bool:
    """Whether the cell is graded by running it."""
    found = marks(cell)
    return bool(found.get("grade")) and not found.get("solution") and cell.cell_type == "code"


def is_answer(cell: NotebookNode) -> bool:
    """Whether the cell is for the student to fill in."""
    return bool(marks(cell).get("solution"))


def outside(source: str, begin: str, end: str) -> str:
    """Return the source without the regions between two markers, markers included."""
    return "\n".join(line for line, inside in _regions(source, begin, end) if not inside)


def inside(source: str, begin: str, end: str) -> list[str]:
    """Return the lines between two markers, markers left out."""
    return [
        line
        for line, within in _regions(source, begin, end)
        if within and begin not in line and end not in line
    ]


def _regions(source: str, begin: str, end: str) -> Iterator[tuple[str, bool]]:
    within = False
    for line in source.split("\n"):
        within = within or begin in line
        yield line, within
        within = within and end not in line


SOLUTION = ("### BEGIN SOLUTION", "### END SOLUTION")
STARTER = ("### BEGIN STARTER", "### END STARTER")
HIDDEN_TESTS = ("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS")
