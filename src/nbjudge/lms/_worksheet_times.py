"""The times of handing in that a grading worksheet of Moodle has: to the minute, without a zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from ._roster import Roster
from ._times import Times, instant

MODIFIED = "Last modified (submission)"

FORMATS = ("%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M", "%d %B %Y, %I:%M %p")
"""How an English Moodle writes a moment into the grading worksheet: to the minute."""


def worksheet_times(roster: Roster, zone: ZoneInfo) -> Times:
    """Return when each student handed in last, UTC, by the number in the names of the files.

    Parameters
    ----------
    roster : Roster
        Moodle's; without the column for times nothing is known.
    zone : ZoneInfo
        That of the person who downloaded the worksheet, as set in their profile in Moodle.
    """
    if MODIFIED not in roster.sheet.header:
        return {}
    column, rows = roster.column(MODIFIED), roster.sheet.rows
    cells = {p.key: rows[p.row][column] for p in roster.people if column < len(rows[p.row])}
    found = {key: _moment(text, zone) for key, text in cells.items()}
    return {key: [moment] for key, moment in found.items() if moment}


def _moment(text: str, zone: ZoneInfo) -> datetime | None:
    for pattern in FORMATS:
        try:
            return instant(datetime.strptime(text.strip(), pattern), zone)
        except ValueError:
            continue
    return None
