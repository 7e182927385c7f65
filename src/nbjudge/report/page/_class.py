"""How the class did: its numbers, the distribution of totals, and each item's outcomes."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pandas as pd

from nbjudge.tally import NOT_JUDGED
from nbjudge.verdict import Outcome, Status

from .._students import NOT_GRADED
from .._words import cell, listed, percent, points
from ..frames import Frames
from ._figure import Bar, Figure, bars, columns
from ._table import Table

NO_TOTAL = (Status.NOT_SUBMITTED, Status.UNREADABLE, NOT_GRADED)
"""Statuses without code that was run: what is no achievement is no part of a mean."""

MOST_COLUMNS = 16

TONES: dict[str, str] = {
    Outcome.PASSED: "passed",
    Outcome.PARTIAL: "partial",
    Outcome.FAILED: "failed",
    Outcome.NOT_RUN: "unknown",
    NOT_JUDGED: "unjudged",
    Outcome.WAITING: "waits",
}


def graded(frames: Frames) -> pd.DataFrame:
    """Return the submissions that have a total worth comparing."""
    return frames.submissions[~frames.submissions.status.isin(NO_TOTAL)]


def numbers(frames: Frames) -> dict[str, str]:
    """Return the numbers at the top of the page."""
    everybody, own = frames.submissions, graded(frames)
    handed_in = (everybody.status != Status.NOT_SUBMITTED).sum()
    whole, so_far = everybody.max_score.max(), " so far" if own.open_points.any() else ""
    return {
        "students": str(len(everybody)),
        "handed in": f"{handed_in}/{len(everybody)}",
        "graded": f"{len(own)}/{len(everybody)}",
        f"mean{so_far}": points(own.score.mean(), whole),
        f"median{so_far}": points(own.score.median(), whole),
    }


def totals(frames: Frames) -> Figure:
    """Draw how many students have how many points."""
    own = graded(frames)
    whole = float(frames.submissions.max_score.max()) if len(frames.submissions) else 0.0
    edges = _edges(whole)
    counts = [int(n) for n in np.histogram(own.score.dropna().clip(0, whole), edges)[0]]
    labels = _labels(edges)
    rows = [(label, str(count)) for label, count in zip(labels, counts, strict=True)]
    table = Table("Totals", ("Points", "Students"), rows, frozenset({"Students"}))
    return Figure("Totals", _reading(own, whole), columns(counts, labels, edges), 190, table)


def _edges(whole: float) -> list[float]:
    """Return the borders of equal steps of whole points, at most `MOST_COLUMNS` of them."""
    step = max(1, math.ceil(whole / MOST_COLUMNS))
    return [float(step * i) for i in range(max(1, math.ceil(whole / step)) + 1)]


def _labels(edges: list[float]) -> list[str]:
    """Name each step by the points in it; the last one holds its upper border too."""
    pairs = list(pairwise(edges))
    names = [f"{low:g} to below {high:g}" for low, high in pairs[:-1]]
    return [*names, f"{pairs[-1][0]:g} to {pairs[-1][1]:g}"]


def _reading(own: pd.DataFrame, whole: float) -> str:
    score = own.score.dropna()
    if score.empty:
        return "Nothing is graded yet."
    low, middle, high = score.quantile([0.25, 0.5, 0.75])
    said = (
        f"{len(score)} totals from {score.min():g} to {score.max():g} of {whole:g} points; "
        f"half of them lie between {low:g} and {high:g}, and the median is {middle:g}."
    )
    unsettled = own[own.open_points > 0]
    if unsettled.empty:
        return said
    most = unsettled.open_points.max()
    return f"{said} Of these totals {len(unsettled)} can still rise, by up to {most:g} points."


def items(frames: Frames) -> Figure:
    """Draw what became of each graded cell, for those whose code was run."""
    counts = _outcomes(frames)
    rates = {str(item): _rate(line) for item, line in counts.iterrows()}
    drawn = [
        Bar(str(item), [(TONES[o], float(line[o])) for o in TONES], rates[str(item)])
        for item, line in counts.iterrows()
    ]
    drawing, height = bars(drawn, float(counts.sum(axis=1).max()) if len(counts) else 1)
    legend = [(TONES[outcome], str(outcome)) for outcome in TONES]
    table = _outcome_table(frames, counts, rates)
    return Figure("Outcomes by item", _hardest(rates), drawing, height, table, legend)


def _outcomes(frames: Frames) -> pd.DataFrame:
    """Count outcomes: a row for each item in the master's order, a column for each outcome."""
    own = frames.grades[frames.grades.student.isin(graded(frames).student)]
    counts = pd.crosstab(own.grade_id, own.outcome)
    return counts.reindex(index=frames.grades.grade_id.unique(), columns=list(TONES), fill_value=0)


def _outcome_table(frames: Frames, counts: pd.DataFrame, rates: dict[str, str]) -> Table:
    worth = frames.grades.groupby("grade_id").max_score.first()
    head = ("Item", "Points", "Pass rate", *(outcome.capitalize() for outcome in TONES))
    rows = [
        (str(item), cell(float(worth[str(item)])), rates[str(item)], *(str(n) for n in line))
        for item, line in counts.iterrows()
    ]
    return Table("Outcomes by item", head, rows, frozenset(head[1:]))


def _rate(counts: pd.Series) -> str:
    """Return the share of full points among those scored; a dash while answers wait."""
    waits = counts[Outcome.WAITING] + counts[NOT_JUDGED]
    scored = counts[[Outcome.PASSED, Outcome.PARTIAL, Outcome.FAILED]].sum()
    return percent(counts[Outcome.PASSED], 0 if waits else scored)


def _hardest(rates: dict[str, str]) -> str:
    known = {name: int(rate.rstrip("%")) for name, rate in rates.items() if rate.endswith("%")}
    unknown = [name for name in rates if name not in known]
    waits = f" No rate yet for {listed(unknown)}." if unknown else ""
    if not known:
        return f"The share of students with full points.{waits}"
    least = min(known.values())
    worst = listed([name for name, rate in known.items() if rate == least])
    return (
        "The share of students with full points stands at the end of each row. "
        f"It is lowest for {worst}, {least}%.{waits}"
    )
