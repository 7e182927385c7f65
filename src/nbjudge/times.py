"""Reads moments: the one place that knows how a time may be written.

A moment is a day, or a day and a time of day with a ``T`` (ISO 8601) or blanks between them, and
then its zone or none:

- ``Z``, ``UTC`` or ``GMT``, with or without a blank before it;
- an offset, ``+01:00``, ``+0100`` or ``+01``, with or without a blank before it;
- after a blank, a zone's full name in the time zone database, ``Europe/Berlin``.

An abbreviation such as ``PST`` or ``IST`` may be several zones, and is refused.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

MOMENT = re.compile(
    r"""(?P<day>\d{4}-\d\d-\d\d)
    (?: (?:T|[ ]+) (?P<clock>\d\d:\d\d (?: :\d\d (?:\.\d+)? )? ) )?
    (?: [ ]* (?: (?P<utc>(?i:Z|UTC|GMT)) | (?P<offset>[+-]\d\d(?::?\d\d)?) )
      | [ ]+ (?P<name>[A-Za-z_]+ (?:/[\w+-]+)+ ) )?""",
    re.VERBOSE | re.ASCII,
)
SHOWN = 60
"""Characters of a text that a message repeats."""


class TimeError(ValueError):
    """A text is no moment; the message says so, and how to write one."""


class NoZoneError(TimeError):
    """A moment has no zone, and none is known."""


def read_time(text: str, zone: tzinfo | None) -> datetime:
    """Return the moment that a text names, in UTC.

    Parameters
    ----------
    text : str
        See the formats above; blanks around it count for nothing.
    zone : tzinfo or None
        Of a moment that names none.

    Raises
    ------
    TimeError
        When the text is no moment.
    NoZoneError
        When it names no zone, and there is none for it.
    """
    found = MOMENT.fullmatch(text.strip())
    try:
        if found is None:
            raise ValueError
        moment = datetime.fromisoformat(f"{found['day']}T{found['clock'] or '00:00'}")
        return in_utc(moment, _zone(found) or zone)
    except NoZoneError:
        raise
    except (ValueError, OverflowError):
        raise TimeError(
            f"{text.strip()[:SHOWN]!r} is no moment like 2026-01-31 23:59 +01:00 or "
            "2026-01-31 23:59 Europe/Berlin."
        ) from None


def in_utc(moment: datetime, zone: tzinfo | None) -> datetime:
    """Return a moment in UTC; of the two that a clock change makes of one, the earlier.

    Parameters
    ----------
    moment : datetime
    zone : tzinfo or None
        Of a moment without one.

    Raises
    ------
    NoZoneError
        When the moment has no zone and none is given.
    """
    if moment.tzinfo is not None:
        return moment.astimezone(UTC)
    if zone is None:
        raise NoZoneError(f"{moment:%Y-%m-%d %H:%M} has no zone.")
    local = moment.replace(tzinfo=zone)
    return min(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def zone_of(name: str) -> ZoneInfo:
    """Return a zone by its full name.

    Raises
    ------
    TimeError
        When there is no such zone; abbreviations may mean several.
    """
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError) as error:
        raise TimeError(f"There is no zone {name!r}: name one like Europe/Berlin.") from error


def _zone(found: re.Match[str]) -> tzinfo | None:
    if found["utc"]:
        return UTC
    if found["name"]:
        return zone_of(found["name"])
    return _offset(found["offset"]) if found["offset"] else None


def _offset(text: str) -> timezone:
    hours, minutes = int(text[1:3]), int(text[3:].lstrip(":") or 0)
    if minutes > 59:
        raise ValueError
    sign = -1 if text[0] == "-" else 1
    return timezone(sign * timedelta(hours=hours, minutes=minutes))
