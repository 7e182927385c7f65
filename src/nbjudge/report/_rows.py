"""From the class to the rows of the frames, and from rows to a frame that keeps to its schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from nbjudge.lesson import Lesson

from ._folders import grade_ids_in_order
from ._gradebook import Gradebook
from ._items import failure_mode_row, grade_row, items
from ._runs import read_runs
from ._schemas import SCHEMAS, checked
from ._students import read_class
from ._submissions import submission_row

Row = dict[str, Any]


def rows_of_class(lesson: Lesson, gradebook: Gradebook) -> dict[str, list[Row]]:
    """Return each frame's rows, students in the order of their ids."""
    max_scores = _in_order(lesson, gradebook.max_scores)
    rows: dict[str, list[Row]] = {name: [] for name in SCHEMAS}
    for student in read_class(lesson, gradebook):
        own, runs = items(student, max_scores), read_runs(lesson, student)
        rows["grades"] += map(grade_row, own)
        rows["submissions"].append(submission_row(student, own, runs, gradebook.due))
        rows["experiments"] += runs.experiments
        rows["attention"] += runs.attention
        rows["failure_modes"].append(failure_mode_row(student, own, lesson.failure_modes))
    return rows


def columns(lesson: Lesson) -> dict[str, list[str]]:
    """Return each frame's columns; two frames have columns of the lesson's own."""
    declared = {name: list(schema.columns) for name, schema in SCHEMAS.items()}
    return declared | {
        "experiments": ["student", "source", *lesson.experiments.COLUMNS],
        "failure_modes": ["student", *(mode.grade_id for mode in lesson.failure_modes)],
    }


def frame(name: str, rows: Sequence[Row], columns: Sequence[str]) -> pd.DataFrame:
    """Return a frame that keeps to its schema."""
    plain = [[_storable(row[column]) for column in columns] for row in rows]
    return checked(name, pd.DataFrame(plain, columns=list(columns)))


def _storable(value: object) -> object:
    """Spell out lone surrogates: a file name or a JSON string may hold them, UTF-8 may not."""
    if not isinstance(value, str) or value.isascii():
        return value
    return value.encode("utf-8", "backslashreplace").decode()


def _in_order(lesson: Lesson, max_scores: Mapping[str, float]) -> dict[str, float]:
    """Sort graded cells as the master has them; those that it lacks come last."""
    place = {grade_id: i for i, grade_id in enumerate(grade_ids_in_order(lesson))}
    ids = sorted(max_scores, key=lambda grade_id: (place.get(grade_id, len(place)), grade_id))
    return {grade_id: max_scores[grade_id] for grade_id in ids}
