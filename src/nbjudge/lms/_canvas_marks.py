"""Canvas: marks in the file of *Export Entire Gradebook*."""

from __future__ import annotations

import re

from ._errors import LmsError
from ._merging import Column, number
from ._roster import Roster

ASSIGNMENT = re.compile(r"(?P<title>.*\S)\s*\((?P<id>\d+)\)")
POINTS = "Points Possible"

KEPT = {"EX": "excused (EX)", "N/A": "not assigned (N/A)"}
"""What stands in a cell instead of points, and must not become some."""


def canvas_column(roster: Roster, assignment: str, wanted: str | None) -> Column:
    """Return where an assignment's marks stand in a gradebook export.

    Assignments have a column ``Title (number)``, and a row ``Points Possible`` above the students,
    sometimes with a row ``Manual Posting`` before it. On import Canvas knows a student by the
    column ``ID``, an assignment by its number, and leaves alone what has not changed.

    Parameters
    ----------
    roster : Roster
        The gradebook export.
    assignment : str
        Its name here; a column whose title has the same letters and digits is taken.
    wanted : str, optional
        The column's header, its title or its number, when the names differ.

    Raises
    ------
    LmsError
        When not one column is meant, or it is read-only.

    Notes
    -----
    Source: ``lib/gradebook_exporter.rb`` and ``lib/gradebook_importer.rb`` of
    instructure/canvas-lms.
    """
    columns = _assignments(roster)
    meant = [index for index, names in columns.items() if _is_meant(names, assignment, wanted)]
    if len(meant) != 1:
        there = ", ".join(repr(names[0]) for names in columns.values()) or "none"
        count = "Several columns are" if meant else "No column is"
        raise LmsError(
            f"{roster.sheet.name}: {count} called {wanted or assignment!r}. "
            f"Name one with --column. Assignments there: {there}."
        )
    worth = _points_possible(roster, meant[0])
    return Column(meant[0], lambda row: worth, lambda row: _locked(row, meant[0]))


def _assignments(roster: Roster) -> dict[int, tuple[str, str, str]]:
    """Return header, title and number of each assignment by column."""
    found = [(i, ASSIGNMENT.fullmatch(name)) for i, name in enumerate(roster.sheet.header)]
    return {i: (match[0], match["title"], match["id"]) for i, match in found if match}


def _is_meant(names: tuple[str, str, str], assignment: str, wanted: str | None) -> bool:
    return wanted in names if wanted else _letters(names[1]) == _letters(assignment)


def _letters(title: str) -> str:
    return "".join(c for c in title.casefold() if c.isalnum())


def _points_possible(roster: Roster, column: int) -> float | None:
    rows = [row for row in roster.sheet.rows if row and POINTS in row[0]]
    cell = rows[0][column] if rows and column < len(rows[0]) else ""
    if "read only" in cell:
        raise LmsError(f"{roster.sheet.name}: the column {column + 1} is read-only in Canvas.")
    return number(cell)


def _locked(row: list[str], column: int) -> str:
    cell = row[column].strip().upper() if column < len(row) else ""
    return KEPT.get(cell, "")
