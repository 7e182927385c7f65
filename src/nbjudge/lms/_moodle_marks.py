"""Moodle: marks in the offline grading worksheet of an assignment."""

from __future__ import annotations

from ._errors import LmsError
from ._merging import Column, number
from ._roster import Roster

MAXIMUM, CHANGEABLE = "Maximum Grade", "Grade can be changed"


def moodle_column(roster: Roster) -> Column:
    """Return where the marks stand in a grading worksheet.

    On import Moodle finds the columns by their names in the language of the user, and the student
    by the number in ``Identifier``. It passes over a mark that has changed in Moodle since the
    worksheet was downloaded (``Last modified (grade)``), that is empty, locked or out of range.

    Raises
    ------
    LmsError
        When the assignment is graded by a scale of words.

    Notes
    -----
    Source: ``mod/assign/feedback/offline/importgradeslib.php`` and ``locallib.php`` beside it, of
    moodle/moodle.
    """
    if MAXIMUM not in roster.sheet.header:
        raise LmsError(
            f"{roster.sheet.name} has no column {MAXIMUM!r}: "
            "set the assignment's grade to points in Moodle, and download the worksheet again."
        )
    maximum = roster.column(MAXIMUM)
    changeable = roster.column(CHANGEABLE) if CHANGEABLE in roster.sheet.header else None
    return Column(
        roster.column("Grade"),
        lambda row: number(row[maximum]) if maximum < len(row) else None,
        lambda row: _locked(row, changeable),
    )


def _locked(row: list[str], column: int | None) -> str:
    says_no = column is not None and column < len(row) and row[column].strip() == "No"
    return "locked in Moodle" if says_no else ""
