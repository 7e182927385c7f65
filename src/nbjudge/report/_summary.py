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
    below = frames.grades[frames.grades.score < frames.grades.max_score]
    lost: dict[str, list[str]] = {student: [] for student in frames.submissions.student}
    got = map(points, below.score, below.max_score)
    for student, grade_id, of_most in zip(below.student, below.grade_id, got, strict=True):
        lost[student].append(f"{grade_id} {of_most}")
    told = pd.Series([", ".join(cells) for cells in lost.values()], dtype="str")
    everything = (frames.submissions.score == 0).fillna(value=False)
    table = summary(frames)[["student", "status", "total"]]
    return table.assign(lost=told.mask(everything, "everything"))
