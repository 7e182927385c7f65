"""The class at a glance: one line per student, for a terminal and for the page."""

from __future__ import annotations

import pandas as pd

from nbjudge.tally import NOT_JUDGED, cut, waiting_count

from ._words import listed, points, printable
from .frames import Frames


def summary(frames: Frames) -> pd.DataFrame:
    """Return one row per student: student, status, total, and one column per grade id.

    All of it is text; control characters in ids are spelled out, so that a terminal is safe.
    """
    grades, submissions = frames.grades, frames.submissions
    items = grades.assign(points=[*map(points, grades.score, grades.max_score, grades.outcome)])
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
    """Return one row per student that fits a terminal: the last column says what was lost.

    Tests that could not be judged stand there too, with a question mark.
    """
    grades = frames.grades
    below = grades[(grades.score < grades.max_score) | (grades.outcome == NOT_JUDGED)]
    lost: dict[str, list[str]] = {student: [] for student in frames.submissions.student}
    got = map(points, below.score, below.max_score, below.outcome)
    for student, grade_id, of_most in zip(below.student, below.grade_id, got, strict=True):
        lost[student].append(f"{grade_id} {of_most}")
    told = pd.Series([", ".join(cells) for cells in lost.values()], dtype="str")
    everything = (frames.submissions.score == 0).fillna(value=False)
    table = summary(frames)[["student", "status", "total"]]
    return table.assign(lost=told.mask(everything, "everything"))


def about_tests(frames: Frames) -> list[str]:
    """Return lines for a terminal about the assignment's tests; mostly there are none."""
    tests = frames.tests.sort_values("nobody_passed", ascending=False, kind="stable")
    waits = frames.grades[frames.grades.outcome == NOT_JUDGED]
    counted = waiting_count(len(waits), waits.student.nunique())
    return [*cut([*filter(None, tests.sentence)]), *([f"{counted}."] if len(waits) else [])]


def where_tests_ran(frames: Frames) -> str:
    """Return whether the students' code could reach the tests; empty when none was run."""
    known = frames.notebooks.dropna(subset="isolated")
    inside = known[~known.isolated.astype(bool)]
    if known.empty:
        return ""
    if inside.empty:
        return "The tests of this assignment ran isolated, outside the students' own processes."
    names = [*inside.notebook.unique()]
    which = "this assignment" if len(names) == known.notebook.nunique() else listed(names)
    return (
        f"Tests of {which} ran in the students' own processes, as in every nbgrader course: "
        "a student who tries can fool them; see docs/threat-model.md."
    )
