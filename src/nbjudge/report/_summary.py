"""The class at a glance: one line per student, for a terminal and for the page."""

from __future__ import annotations

import pandas as pd

from ._words import points, printable
from .frames import Frames


def summary(frames: Frames) -> pd.DataFrame:
    """Return one row per student: student, status, total, and one column per grade id.

    All of it is text; control characters in ids are spelled out, so that a terminal is safe.
    """
    grades, submissions = frames.grades, frames.submissions
    items = grades.assign(points=[*map(points, grades.score, grades.max_score)])
    by_item = items.pivot(index="student", columns="grade_id", values="points")
    by_item = by_item.reindex(index=submissions.student, columns=grades.grade_id.unique())
    students = pd.DataFrame(
        {
            "student": submissions.student.map(printable),
            "status": submissions.status,
            "total": [*map(points, submissions.score, submissions.max_score)],
        }
    )
    return students.join(by_item.reset_index(drop=True))


def digest(frames: Frames) -> pd.DataFrame:
    """Return one row per student that fits a terminal: the last column says what was lost."""
    lost = frames.grades[frames.grades.score < frames.grades.max_score]
    given = map(points, lost.score, lost.max_score)
    told = lost.grade_id + " " + pd.Series(given, index=lost.index, dtype="str")
    by_student = told.groupby(lost.student).agg(", ".join)
    table = summary(frames)[["student", "status", "total"]]
    everything = frames.submissions.score == 0
    return table.assign(
        lost=frames.submissions.student.map(by_student).fillna("").mask(everything, "everything")
    )
