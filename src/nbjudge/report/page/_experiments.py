"""What the class did in the workbench: predictions, saved runs, and what they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pandas as pd

from nbjudge.verdict import Status

from ..frames import Frames
from ._figure import ROW, Bar, Figure, bars
from ._links import People
from ._matrices import Matrix, Weights, matrix
from ._table import Table

MOST_CHOICES = 10
"""Sets of q and k that are drawn; the rest is counted."""


def plain(mode: str) -> str:
    """Return a mode as people write it."""
    return mode.replace("_", " ")


def predictions(frames: Frames) -> list[Table]:
    """Lay what was predicted against what the same students' runs show, question by question."""
    return [
        _question(str(question), own)
        for question, own in frames.predictions.groupby("question", sort=False)
    ]


def _question(question: str, own: pd.DataFrame) -> Table:
    observed = own.observed.mask(own.observed == "", "no run shows it")
    counts = pd.crosstab(own.predicted, observed)
    head = ("Predicted", *(f"Observed: {name}" for name in counts.columns), "Students")
    rows = [
        (str(name), *(str(n) for n in line), str(line.sum())) for name, line in counts.iterrows()
    ]
    return Table(question, head, rows, frozenset(head[1:]))


def savers(frames: Frames) -> Figure:
    """Draw how many students saved which kinds of runs."""
    counts = Counter(_saved(frames)).most_common()
    drawn = [Bar(kind, [("bar", float(n))], str(n)) for kind, n in counts]
    drawing, height = bars(drawn, float(max((n for _, n in counts), default=1)))
    rows = [(kind, str(n)) for kind, n in counts]
    students = sum(n for _, n in counts)
    reading = f"{counts[0][1]} of {students} students saved {counts[0][0]}." if counts else ""
    table = Table("Who saved what", ("Saved", "Students"), rows, frozenset({"Students"}))
    return Figure("Who saved what", reading or "Nobody has handed in.", drawing, height, table)


def _saved(frames: Frames) -> Iterator[str]:
    """Yield for each student who handed in the modes of the runs that count."""
    modes: dict[str, set[str]] = {}
    counted = frames.experiments[frames.experiments.counted]
    for student, mode in zip(counted.student, counted["mode"], strict=True):
        modes.setdefault(student, set()).add(plain(mode))
    everybody = frames.submissions[frames.submissions.status != Status.NOT_SUBMITTED]
    for student, runs in zip(everybody.student, everybody.runs, strict=True):
        nothing = "only runs that do not count" if runs else "nothing"
        yield " and ".join(sorted(modes.get(student, ()), reverse=True)) or nothing


def choices(frames: Frames) -> Figure:
    """Draw which q and k students chose, the commonest first."""
    runs = frames.experiments[frames.experiments.counted]
    chosen = pd.Series([*map(_values, _inputs(runs))], index=runs.index, dtype="object")
    counts = runs.groupby(chosen).student.nunique().sort_values(ascending=False, kind="stable")
    top = counts.head(MOST_CHOICES)
    drawing, height = bars(
        [Bar(str(name), [("bar", float(n))], str(n)) for name, n in top.items()],
        float(counts.max()) if len(counts) else 1,
    )
    rows = [(str(name), str(n)) for name, n in counts.head(5 * MOST_CHOICES).items()]
    more = len(counts) - len(top)
    reading = f"{len(counts)} different sets of values." if len(counts) else "No run counts."
    if more > 0:
        reading += f" The {len(top)} commonest are drawn, {more} are not."
    table = Table("Chosen q and k", ("Values", "Students"), rows, frozenset({"Students"}))
    return Figure("The q and k that students chose", reading, drawing, height or ROW, table)


def numbered(runs: pd.DataFrame, letter: str) -> list[str]:
    return [
        name
        for name in map(str, runs)
        if name.startswith(letter) and name[len(letter) :].isdecimal()
    ]


def _inputs(runs: pd.DataFrame) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    q, k = (runs[numbered(runs, letter)].to_numpy() for letter in "qk")
    return zip(q, k, strict=True)


def _values(inputs: tuple[Sequence[float], Sequence[float]]) -> str:
    q, k = (", ".join(f"{value:g}" for value in values) for values in inputs)
    return f"q = {q}; k = {k}"


def examples(frames: Frames, saved: Weights) -> list[tuple[str, list[Matrix]]]:
    """Return matrices of the commonest choices: one saved run for each mode."""
    runs = frames.experiments[frames.experiments.counted]
    chosen = pd.Series([*map(_values, _inputs(runs))], index=runs.index, dtype="object")
    top = runs.groupby(chosen).student.nunique().nlargest(3).index
    return [(str(values), [*_of_modes(runs[chosen == values], saved)]) for values in top]


def _of_modes(runs: pd.DataFrame, saved: Weights) -> Iterator[Matrix]:
    for mode, own in runs.groupby("mode", sort=False):
        first = own.iloc[0]
        if (first.student, first.run_id) in saved:
            yield matrix(plain(str(mode)), saved[first.student, first.run_id])


def shared(frames: Frames, people: People) -> Table:
    """List the runs that more than one student handed in."""
    runs = frames.experiments[frames.experiments.shared_with != ""]
    rows = [
        (str(run_id), plain(own["mode"].iloc[0]), own.saved_at.iloc[0], people.cell(own.student))
        for run_id, own in runs.groupby("run_id", sort=False)
    ]
    return Table("Runs shared between students", ("Run", "Mode", "Saved", "Who"), rows)


def refused(frames: Frames, people: People) -> Table:
    """List why runs do not count, and whose they are."""
    runs = frames.experiments[~frames.experiments.counted]
    rows = [
        (str(reason), str(len(own)), people.cell(own.student))
        for reason, own in runs.groupby("reason", sort=False)
    ]
    return Table("Runs that do not count", ("Why", "Runs", "Who"), rows, frozenset({"Runs"}))
