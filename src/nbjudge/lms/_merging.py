"""Writes marks into one column of the LMS's own file, and leaves all else of it as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ._errors import LmsError
from ._marks import Mark, Marks, listed, refuse_unfinished, written
from ._roster import Person, Roster

FORMULA = re.compile(r"[=+@\t\r]|-(?![\d.,\s]|$)")
"""How a cell begins that a spreadsheet would run; ``-`` alone and ``-5`` are no formulas."""


@dataclass(frozen=True)
class Options:
    """What an instructor decides about an export.

    Parameters
    ----------
    partial : bool
        Export points so far, and leave out those of whom nothing is graded.
    zero_missing : bool
        Give 0 to students of the roster whom the gradebook does not know.
    scale : bool
        Convert the points where the LMS says that the assignment is worth something else.
    """

    partial: bool = False
    zero_missing: bool = False
    scale: bool = False


@dataclass(frozen=True)
class Column:
    """Where the marks of an assignment stand in a sheet.

    Parameters
    ----------
    index : int
    worth : callable
        Row of a student → the points that the LMS says the assignment is worth; None if it says
        nothing.
    locked : callable
        Row of a student → why the cell must not change; empty when it may.
    """

    index: int
    worth: Callable[[list[str]], float | None]
    locked: Callable[[list[str]], str]


@dataclass(frozen=True)
class Exported:
    """A file for the LMS, and what there is to say of it.

    ``stray`` names students who have a mark and no place in the file.
    """

    text: str
    encoding: str
    written: int
    notes: tuple[str, ...]
    stray: tuple[str, ...]


def merge(roster: Roster, marks: Marks, column: Column, options: Options) -> Exported:
    """Write the marks into the roster's sheet.

    Raises
    ------
    LmsError
        When marks are not final, or the LMS counts other points, and neither is wanted.
    """
    known = {p: marks.by_student[p.student] for p in roster.people if p.student in marks.by_student}
    if not options.partial:
        refuse_unfinished(known.values())
    merging = _Merging(roster, marks, column, options)
    for person in roster.people:
        merging.write(person, known.get(person))
    here = {mark.student for mark in known.values()}
    stray = tuple(sorted(marks.by_student.keys() - here))
    return Exported(
        str(roster.sheet), roster.encoding, merging.written, tuple(merging.notes()), stray
    )


class _Merging:
    """One sheet on its way to the LMS."""

    def __init__(self, roster: Roster, marks: Marks, column: Column, options: Options) -> None:
        self.sheet, self.marks, self.column, self.options = roster.sheet, marks, column, options
        self.rows = self.sheet.rows
        self.written = 0
        self.kept: dict[str, list[str]] = {}

    def write(self, person: Person, mark: Mark | None) -> None:
        """Write one student's mark, or note why the cell stays as it is."""
        row = self.rows[person.row]
        reason = self.column.locked(row)
        if mark is None and not (self.options.zero_missing and person.student):
            reason = reason or "not in the gradebook"
        elif mark is not None and mark.points is None:
            reason = reason or "not graded yet"
        if reason:
            self.kept.setdefault(reason, []).append(str(person))
            return
        points = mark.points * self._factor(person, row) if mark and mark.points else 0.0
        self.sheet.set(person.row, self.column.index, written(points))
        self.written += 1

    def _factor(self, person: Person, row: list[str]) -> float:
        worth = self.column.worth(row)
        if worth is None or worth == self.marks.worth:
            return 1.0
        if not self.options.scale:
            raise LmsError(
                f"{self.sheet.name} says that the assignment is worth {worth:g} points "
                f"({person}), and here it is {self.marks.worth:g}: "
                "change it in the LMS, or have the points converted with --scale."
            )
        return worth / self.marks.worth

    def notes(self) -> list[str]:
        """Return what stayed as it was and why, and which cells not to open in a spreadsheet."""
        notes = [
            f"{len(people)} kept as they were, {reason}: {listed(people)}"
            for reason, people in self.kept.items()
        ]
        formulas = [
            str(number + 1) for number, row in enumerate(self.rows) if any(map(FORMULA.match, row))
        ]
        if formulas:
            notes.append(
                "The LMS's own cells in these rows begin like a formula, so import the file "
                f"without opening it in a spreadsheet: {listed(formulas)}"
            )
        return notes


def number(text: str) -> float | None:
    """Return a number of the LMS's, with a decimal point or comma; None when it is none."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None
