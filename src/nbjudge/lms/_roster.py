"""The class as the LMS has it: who is who, and which of the LMS's ids is the student's here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ._dialects import Convert, Dialect, whole
from ._errors import LmsError
from ._sheet import Sheet, read_sheet
from ._student_ids import why_unusable

MANUAL_POSTING = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)
"""All that stands in Canvas's row about assignments whose marks are posted by hand."""


@dataclass(frozen=True)
class Person:
    """One student of the roster; ``row`` counts from 0, the header's."""

    row: int
    key: str
    student: str
    name: str

    def __str__(self) -> str:
        return f"{self.name} (row {self.row + 1})"


@dataclass(frozen=True)
class Roster:
    """The students of a roster, and the sheet that they stand in."""

    sheet: Sheet
    encoding: str
    people: tuple[Person, ...]

    def by_key(self) -> dict[str, Person]:
        """Return the students by the number in the names of their files."""
        return {person.key: person for person in self.people if person.key}

    def column(self, header: str) -> int:
        """Return where a column is.

        Raises
        ------
        LmsError
            When there is none, or more than one.
        """
        return _column(self.sheet, header)


def read_roster(path: Path, dialect: Dialect, identity: str | None) -> Roster:
    """Read a roster.

    Parameters
    ----------
    path : Path
        The LMS's own file.
    dialect : Dialect
    identity : str, optional
        Which id is the student's here: a key of ``dialect.ids``, or any column's header.

    Raises
    ------
    LmsError
        When the file is no such roster, or two of its students would be one and the same here.
    """
    sheet, encoding = read_sheet(path)
    name = next((one for one in dialect.names if one in sheet.header), None)
    if name is None or dialect.key[0] not in sheet.header:
        raise LmsError(
            f"{path} is no {dialect.title}: it has no columns {dialect.names[0]!r} "
            f"and {dialect.key[0]!r}."
        )
    identity = identity or dialect.default
    header, convert = dialect.ids.get(identity, (identity, whole))
    columns = [_column(sheet, one) for one in (dialect.key[0], header, name)]
    people = tuple(_people(sheet, columns, (dialect.key[1], convert)))
    _refuse_doubles(path, people, identity)
    return Roster(sheet, encoding, people)


def _column(sheet: Sheet, header: str) -> int:
    where = [i for i, one in enumerate(sheet.header) if one == header]
    if len(where) != 1:
        count = f"{len(where)} columns" if where else "no column"
        there = ", ".join(map(repr, sheet.header[:12]))
        raise LmsError(f"{sheet.name} has {count} {header!r}. There are: {there}.")
    return where[0]


def _people(
    sheet: Sheet, columns: list[int], converts: tuple[Convert, Convert]
) -> Iterator[Person]:
    for number, row in enumerate(sheet.rows):
        cells = [row[column] if column < len(row) else "" for column in columns]
        key, student = (convert(cell) for convert, cell in zip(converts, cells, strict=False))
        if number and key and not _is_about_assignments(row):
            yield Person(number, key, student, cells[2].strip())


def _is_about_assignments(row: list[str]) -> bool:
    """Whether a row is one of those with which Canvas describes the columns."""
    return "Points Possible" in row[0] or all(map(MANUAL_POSTING.fullmatch, row))


def _refuse_doubles(path: Path, people: tuple[Person, ...], identity: str) -> None:
    """Refuse ids that two students share; capitals, and how an accent is stored, do not count."""
    groups: dict[str, list[Person]] = {}
    for person in people:
        if person.student:
            alike = unicodedata.normalize("NFC", person.student).casefold()
            groups.setdefault(alike, []).append(person)
        if reason := person.student and why_unusable(person.student):
            raise LmsError(f"{path}: the id {person.student!r} of {person} {reason}.")
    doubles = [group for group in groups.values() if len(group) > 1]
    if doubles:
        told = "; ".join(f"{group[0].student!r}: {', '.join(map(str, group))}" for group in doubles)
        raise LmsError(
            f"{path}: students share an id by {identity!r}, so nothing was done. {told}. "
            "Choose another column with --id."
        )
