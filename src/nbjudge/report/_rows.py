"""From the class to the rows of the frames, and from rows to a frame that keeps to its schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from nbjudge.lesson import Lesson

from ._folders import grade_ids_in_order
from ._gradebook import Gradebook, GradedCell
from ._items import failure_mode_row, grade_row, items
from ._noted import answer_rows, note_rows
from ._runs import read_runs
from ._shared import Shared, shared
from ._students import read_class
from ._submissions import Member, notebook_rows, submission_row
from ._tests import test_rows
from ._words import some
from .schemas import SCHEMAS, checked

Row = dict[str, Any]

ABOUT_RUNS = ("student", "source", "record_id", "shared_with")
"""What the report itself says of each run; the other columns are the lesson's."""

MOST_NAMES = 5
"""How many students one row names; those who share one record may be the whole class."""


def rows_of_class(lesson: Lesson, gradebook: Gradebook) -> dict[str, list[Row]]:
    """Return each frame's rows, students in the order of their ids."""
    rows: dict[str, list[Row]] = {name: [] for name in SCHEMAS}
    cells = _in_order(lesson, gradebook)
    members = _members(lesson, gradebook, cells)
    rows["tests"] += test_rows(cells, (member.student for member in members))
    for member in members:
        student, own, runs = member.student, member.items, member.runs
        rows["grades"] += map(grade_row, own)
        rows["submissions"].append(submission_row(member, lesson, gradebook.due))
        rows["notebooks"] += notebook_rows(student)
        rows["notes"] += note_rows(student, runs, member.shared)
        rows["answers"] += answer_rows(student)
        rows["failure_modes"].append(failure_mode_row(student, own, lesson.failure_modes))
        rows["predictions"] += runs.predictions
        rows["experiments"] += [_with_others(row, member.shared) for row in runs.experiments]
        rows["attention"] += runs.attention
    return rows


def _members(
    lesson: Lesson, gradebook: Gradebook, cells: Sequence[GradedCell]
) -> tuple[Member, ...]:
    students = read_class(lesson, gradebook)
    runs = {student.id: read_runs(lesson, student) for student in students}
    held = shared(runs)
    return tuple(Member(s, items(s, cells), runs[s.id], held) for s in students)


def _with_others(row: Row, held: Shared) -> Row:
    others = held.others(row["student"], row["run_id"], row["record_id"])
    return row | {"shared_with": some(others, MOST_NAMES)}


def columns(lesson: Lesson) -> dict[str, list[str]]:
    """Return each frame's columns; two frames have columns of the lesson's own."""
    declared = {name: list(schema.columns) for name, schema in SCHEMAS.items()}
    return declared | {
        "experiments": [*ABOUT_RUNS, *lesson.experiments.COLUMNS],
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


def _in_order(lesson: Lesson, gradebook: Gradebook) -> list[GradedCell]:
    """Sort graded cells as the master has them; those that it lacks come last."""
    place = {grade_id: i for i, grade_id in enumerate(grade_ids_in_order(lesson))}
    ids = sorted(gradebook.cells, key=lambda one: (place.get(one, len(place)), one))
    return [gradebook.cells[grade_id] for grade_id in ids]
