"""The page's tables about submissions: what needs a person, and how the class did."""

from __future__ import annotations

import pandas as pd

from nbjudge.verdict import Outcome, Status

from .._students import NOT_GRADED, NOTHING
from .._summary import summary
from .._words import cell, lateness, moment, percent
from ..frames import Frames
from ._table import Table

URGENCY = (
    Status.UNREADABLE, NOT_GRADED, Status.PARTLY_RUN, Status.REPAIRED,
    Status.GRADED, Status.NOT_SUBMITTED,
)  # fmt: skip
"""Statuses, the ones that most need a person first; those graded are looked at for their notes."""

MOST_NAMES = 20
"""How many students one cell of a table names; about four lines."""


def statuses(frames: Frames) -> Table:
    """Count the submissions by status."""
    counts = frames.submissions.status.value_counts()
    rows = [(status, str(counts[status])) for status in URGENCY if status in counts]
    return Table("Submissions by status", ("Status", "Students"), rows, frozenset({"Students"}))


def attention(frames: Frames) -> Table:
    """List the submissions that a person should look at, the most urgent first."""
    everybody = frames.submissions
    noted = everybody[(everybody.status != Status.GRADED) | (everybody.sentence != NOTHING)]
    noted = noted.sort_values("status", key=lambda s: s.map(URGENCY.index), kind="stable")
    rows = list(zip(noted.student, noted.status, noted.sentence, strict=True))
    return Table("Submissions to look at", ("Student", "Status", "Why"), rows)


def waiting(frames: Frames) -> Table:
    """List the items that wait for a person, and whose they are."""
    waits = frames.grades[frames.grades.needs_manual_grade]
    rows = [
        (str(grade_id), str(len(own)), _some(own.student.tolist()))
        for grade_id, own in waits.groupby("grade_id", sort=False)
    ]
    head = ("Item", "Answers", "Students")
    return Table("Answers to grade in formgrader", head, rows, frozenset({"Answers"}))


def _some(names: list[str]) -> str:
    """Return the first names and how many more there are: formgrader has them all."""
    more = len(names) - MOST_NAMES
    return " · ".join(names[:MOST_NAMES] + ([f"and {more} more"] if more > 0 else []))


def items(frames: Frames) -> Table:
    """Count the outcomes of each graded cell; the rate is of those that have a score."""
    grades = frames.grades
    counts = pd.crosstab(grades.grade_id, grades.outcome)
    counts = counts.reindex(index=grades.grade_id.unique(), columns=[*Outcome], fill_value=0)
    scored = counts[[Outcome.PASSED, Outcome.PARTIAL, Outcome.FAILED]].sum(axis=1)
    rates = map(percent, counts[Outcome.PASSED], scored)
    points = grades.groupby("grade_id", sort=False).max_score.first().map(cell)
    columns = (counts.index, points, rates, *(counts[outcome].map(str) for outcome in Outcome))
    head = ("Item", "Points", "Pass rate", *(outcome.capitalize() for outcome in Outcome))
    rows = list(zip(*columns, strict=True))
    return Table("Outcomes by item", head, rows, frozenset(head[1:]))


def students(frames: Frames) -> Table:
    """Show everybody's points, when they handed in and how late."""
    own = summary(frames)
    own.insert(3, "handed in", frames.submissions.submitted_at.map(moment))
    own.insert(4, "late", [*map(lateness, frames.submissions.seconds_late)])
    head = ("Student", "Status", "Total", "Handed in", "Late", *own.columns[5:])
    rows = list(own.itertuples(index=False, name=None))
    return Table("Students and their points", head, rows, frozenset(head[2:]))
