"""How the page writes points, times and numbers."""

from __future__ import annotations

import math
from datetime import datetime, tzinfo

UNKNOWN = "\N{EN DASH}"


def fraction(score: float | None, most: float) -> str:
    """Return points as people write them: ``3/4``, ``2.5/4``; a dash while they are unknown."""
    return f"{UNKNOWN if score is None else short(score)}/{short(most)}"


def short(points: float) -> str:
    """Return points without zeros at their end."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def counted(points: float) -> str:
    """Return points with their noun."""
    return f"{short(points)} {'point' if points == 1 else 'points'}"


def moment(instant: datetime, zone: tzinfo) -> str:
    """Return a time with its zone, to the minute."""
    return f"{instant.astimezone(zone):%Y-%m-%d %H:%M %Z}"


def span(seconds: float) -> str:
    """Return a length of time in its two largest units, minutes begun counting as whole ones."""
    minutes = math.ceil(seconds / 60)
    units = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min"))
    return " ".join([f"{count} {unit}" for count, unit in units if count][:2])


def number(value: object) -> str:
    """Return a number to four digits, and a dash for one that is missing."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    return UNKNOWN if math.isnan(value) else f"{value:.4g}"
