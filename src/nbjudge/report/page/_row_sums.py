"""How the row sums of saved runs lie: correct ones at 1, broken ones below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from markupsafe import Markup

from .._words import cell
from ..frames import Frames
from ._experiments import numbered, plain
from ._figure import LABELS, ROW, WIDTH, Figure, joined, rect, words
from ._table import Table

BINS = 44

SHOWS = 0.01
"""How far from 1 a row sum is called broken."""


def row_sums(frames: Frames) -> Figure:
    """Draw how the row sums of each mode lie, one strip for each row."""
    runs = frames.experiments[frames.experiments.counted]
    names = numbered(runs, "row_sum_")
    strips = [
        (plain(str(mode)), name.removeprefix("row_sum_"), own[name].dropna().to_numpy())
        for mode, own in runs.groupby("mode", sort=False)
        for name in names
    ]
    drawing = joined(part for place, strip in enumerate(strips) for part in _strip(place, *strip))
    height = len(strips) * ROW + 28
    axis = [words(_at(x), height - 8, f"{x:g}", "middle", "soft") for x in (0, 0.25, 0.5, 0.75, 1)]
    head = ("Mode", "Row", "Runs", "Lowest", "Quarter", "Median", "Three quarters", "Highest")
    rows = [(mode, row, str(len(v)), *map(_decimal, _five(v))) for mode, row, v in strips]
    table = Table("Row sums", head, rows, frozenset(head[1:]))
    return Figure("Row sums", _sums_read(strips), joined([drawing, *axis]), height, table)


def _five(values: np.ndarray) -> list[float]:
    if not len(values):
        return [float("nan")] * 5
    return [float(x) for x in np.quantile(values, [0, 0.25, 0.5, 0.75, 1])]


def _decimal(value: float) -> str:
    return cell(round(value, 4))


def _at(value: float) -> float:
    """Return where a row sum lies on the axis, which ends a little after 1."""
    return LABELS + (WIDTH - LABELS - 20) * min(max(value, 0.0), 1.05) / 1.05


def _strip(place: int, mode: str, row: str, values: np.ndarray) -> Iterator[Markup]:
    """Draw how often each part of the axis is hit, as columns on a line."""
    floor = (place + 1) * ROW - 4
    yield words(LABELS - 12, floor - 4, f"{mode}, row {row}", "end")
    yield rect(LABELS, floor, WIDTH - LABELS - 20, 1, "line")
    counts, edges = np.histogram(np.clip(values, 0, 1.05), BINS, (0, 1.05 + 1e-9))
    most = counts.max() or 1
    for count, (low, high) in zip(counts, pairwise(edges), strict=True):
        if count:
            size, left = max(2.0, (ROW - 8) * count / most), _at(low)
            tip = f"{count} runs from {low:.2f} to {high:.2f}"
            yield rect(left, floor - size, _at(high) - left - 1, size, "bar", tip)


def _sums_read(strips: Sequence[tuple[str, str, np.ndarray]]) -> str:
    sentences = []
    for mode in dict.fromkeys(mode for mode, *_ in strips):
        values = np.concatenate([v for name, _, v in strips if name == mode])
        if len(values):
            off = int((np.abs(values - 1) >= SHOWS).sum())
            share = f"{off} of {len(values)} row sums are not 1"
            sentences.append(f"{mode.capitalize()}: {share}, the lowest is {values.min():.3g}.")
    return " ".join(sentences) or "No run counts."
