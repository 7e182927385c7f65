"""Figures: small SVG, drawn from counts, each with a reading in words and its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from nbjudge.verdict import printable

from ._table import Table

WIDTH = 960
"""Units of the drawings; they scale with the page."""

LABELS = 380
"""Units for the labels at the left."""

MARGIN = 12
"""Units left and right of an axis, for half of its first and last number."""

ROW = 30
"""Units from one row to the next."""


@dataclass(frozen=True)
class Figure:
    """A drawing.

    Parameters
    ----------
    title : str
        What it shows.
    reading : str
        What is to be seen in it, in words made from the data.
    drawing : Markup
        What stands inside the SVG element.
    height : float
        In units; the width is `WIDTH`.
    table : Table
        The numbers behind it.
    legend : sequence of (str, str)
        Each class of the style sheet with what it stands for.
    """

    title: str
    reading: str
    drawing: Markup
    height: float
    table: Table
    legend: Sequence[tuple[str, str]] = ()
    width: float = WIDTH


@dataclass(frozen=True)
class Bar:
    """One row of a bar chart: a label, the parts of its bar, and a word at its end."""

    label: str
    parts: Sequence[tuple[str, float]]
    end: str = ""


def rect(x: float, y: float, width: float, height: float, tone: str, tip: str = "") -> Markup:
    """Return a rectangle; the tip shows under the pointer."""
    title = Markup("<title>{}</title>").format(printable(tip)) if tip else ""
    return Markup('<rect x="{}" y="{}" width="{}" height="{}" class="{}">{}</rect>').format(
        *(f"{value:.4g}" if value < 1000 else f"{value:.0f}" for value in (x, y, width, height)),
        tone,
        title,
    )


def words(x: float, y: float, text: str, anchor: str = "start", tone: str = "") -> Markup:
    """Return a text; its base line is at y."""
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" class="{}">{}</text>').format(
        x, y, anchor, tone, printable(text)
    )


def joined(parts: Iterable[Markup]) -> Markup:
    """Return parts one after the other."""
    return Markup("").join(parts)


def bars(rows: Sequence[Bar], whole: float) -> tuple[Markup, float]:
    """Draw a bar for each row, `whole` as wide as there is room; return it with its height."""
    unit = (WIDTH - LABELS - 90) / (whole or 1)
    return joined(_bar(row, place * ROW, unit) for place, row in enumerate(rows)), len(rows) * ROW


def _bar(row: Bar, top: float, unit: float) -> Markup:
    left: float = LABELS
    drawn = [words(LABELS - 12, top + 19, _short(row.label), "end")]
    for tone, size in row.parts:
        if size:
            tip = f"{row.label}: {size:g}"
            drawn.append(rect(left, top + 4, size * unit - 1, ROW - 8, tone, tip))
            left += size * unit
    drawn.append(words(left + 8, top + 19, row.end, tone="soft"))
    return joined(drawn)


def columns(
    counts: Sequence[int], tips: Sequence[str], edges: Sequence[float], height: float = 190
) -> Markup:
    """Draw a column for each count, its number above, on an axis with the steps' edges."""
    most, step = max(counts, default=0) or 1, (WIDTH - 2 * MARGIN) / max(len(counts), 1)
    floor = height - 28
    drawn = []
    for place, (count, tip) in enumerate(zip(counts, tips, strict=True)):
        left, size = MARGIN + place * step, (floor - 24) * count / most
        drawn.append(rect(left + 2, floor - size, step - 4, size, "bar", f"{count}: {tip}"))
        drawn.append(words(left + step / 2, floor - size - 6, str(count or ""), "middle"))
    axis = [
        words(MARGIN + place * step, height - 8, f"{edge:g}", "middle", "soft")
        for place, edge in enumerate(edges)
    ]
    return joined([rect(MARGIN, floor, WIDTH - 2 * MARGIN, 1, "line"), *drawn, *axis])


def _short(label: str, most: int = 42) -> str:
    return label if len(label) <= most else f"{label[: most - 1]}…"
