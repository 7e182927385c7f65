"""How the report writes numbers, points and times for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

import pandas as pd

from nbjudge.tally import NOT_JUDGED

UNKNOWN = "\N{EN DASH}"
"""Stands for what is not known, or not known yet."""


NOT_JUDGED_YET = "?"
"""Stands for the points of a test that could not be judged."""


def points(score: float, max_score: float, outcome: str = "") -> str:
    """Return points as people write them: ``3/4``, ``2.5/4``; a dash while they are unknown.

    A question mark stands for the points of a test that could not be judged.
    """
    unknown = NOT_JUDGED_YET if outcome == NOT_JUDGED else UNKNOWN
    return f"{unknown if math.isnan(score) else _short(score)}/{_short(max_score)}"


def percent(part: float, whole: float) -> str:
    """Return a share of a whole, a dash where there is no whole."""
    return f"{part / whole:.0%}" if whole else UNKNOWN


def moment(instant: datetime) -> str:
    """Return a time with its zone, to the minute."""
    return UNKNOWN if pd.isna(instant) else f"{instant:%Y-%m-%d %H:%M} UTC"


def lateness(seconds: float) -> str:
    """Return how late something is in its two largest units."""
    if pd.isna(seconds):
        return UNKNOWN
    if not seconds:
        return "on time"
    minutes = math.ceil(seconds / 60)
    units = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min"))
    return " ".join([f"{count} {unit}" for count, unit in units if count][:2])


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def some(names: Sequence[str], most: int) -> str:
    """Return the first names, and how many more there are."""
    more = len(names) - most
    return ", ".join([*names[:most], *([f"and {more} more"] if more > 0 else [])])


def cell(value: object) -> str:
    """Return one value of a frame as text, numbers to five digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return UNKNOWN if math.isnan(value) else f"{value:.5g}"
    return str(value)


def printable(text: str) -> str:
    """Return a text with its control characters spelled out, so that a terminal is safe."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
