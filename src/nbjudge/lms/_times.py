"""When something was handed in: moments with a zone, and what is told of those without one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from .. import times
from ._errors import LmsError
from ._sheet import read_sheet

Times = Mapping[str, list[datetime]]
"""Key of a student, as archive or roster have it → moments of handing in, UTC, oldest first."""

GUARD = "while(1);"
"""What Canvas puts before the JSON that it answers to a browser."""


def zone_of(name: str) -> ZoneInfo:
    """Return a zone by its full name.

    Raises
    ------
    LmsError
        When there is no such zone; abbreviations may mean several.
    """
    try:
        return times.zone_of(name)
    except times.TimeError as error:
        raise LmsError(str(error)) from error


def parsed(text: str, zone: ZoneInfo | None) -> datetime:
    """Return the moment that a text names, in UTC.

    Raises
    ------
    LmsError
        When the text is no moment, or has no zone and none is given.
    """
    try:
        return times.read_time(text, zone)
    except times.NoZoneError as error:
        raise _zoneless(error) from None
    except times.TimeError as error:
        raise LmsError(str(error)) from None


def instant(moment: datetime, zone: ZoneInfo | None) -> datetime:
    """Return a moment in UTC.

    Raises
    ------
    LmsError
        When the moment has no zone and none is given.
    """
    try:
        return times.in_utc(moment, zone)
    except times.NoZoneError as error:
        raise _zoneless(error) from None


def _zoneless(error: times.NoZoneError) -> LmsError:
    return LmsError(f"{str(error).rstrip('.')}: say which one with --zone.")


def read_times(path: Path, zone: ZoneInfo | None) -> Times:
    """Return the moments in a file.

    Parameters
    ----------
    path : Path
        A CSV file whose first column is the student, as the archive or the roster names them, and
        which has a column ``submitted_at``; or the JSON list that Canvas answers to
        ``/api/v1/courses/…/assignments/…/submissions``, with ``user_id`` and ``submitted_at``.
    zone : ZoneInfo or None
        Of the moments that say none.

    Raises
    ------
    LmsError
        When the file cannot be used.
    """
    pairs = _json_pairs(path) if path.suffix.lower() == ".json" else _csv_pairs(path)
    found: dict[str, list[datetime]] = {}
    for key, text in pairs:
        if text:
            found.setdefault(key, []).append(parsed(text, zone))
    return {key: sorted(moments) for key, moments in found.items()}


def _csv_pairs(path: Path) -> Iterable[tuple[str, str]]:
    header, *rows = read_sheet(path)[0].rows or [[]]
    if "submitted_at" not in header[1:]:
        raise LmsError(f"{path} has no column 'submitted_at' after the column of the students.")
    column = header.index("submitted_at")
    return [(row[0], row[column].strip()) for row in rows if len(row) > column]


def _json_pairs(path: Path) -> Iterator[tuple[str, str]]:
    try:
        found: Any = json.loads(path.read_text("utf-8-sig").removeprefix(GUARD))
        for one in found:
            yield str(one["user_id"]), str(one["submitted_at"] or "")
    except OSError as error:
        raise LmsError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, TypeError, KeyError) as error:
        raise LmsError(
            f"{path} is no list of submissions with 'user_id' and 'submitted_at'."
        ) from error
