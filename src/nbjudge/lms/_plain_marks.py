"""Marks as a table of its own, for an LMS that takes any CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pandas as pd

from ..report import Frames, guarded
from ._errors import LmsError
from ._marks import Marks, listed, refuse_unfinished, written
from ._merging import Exported, Options
from ._sheet import read_sheet

COLUMNS = (
    "student", "status", "score", "max_score", "waiting", "late_penalty", "submitted_at",
    "seconds_late",
)  # fmt: skip
NOT_SUBMITTED = "not submitted"


def plain_export(
    frames: Frames, marks: Marks, roster: Path | None, identity: str | None, options: Options
) -> Exported:
    """Return one row per student, also for those who handed nothing in.

    Parameters
    ----------
    frames : Frames
    marks : Marks
    roster : Path or None
        Any CSV file with the students' ids; its order is kept, and who is not in it is left out.
    identity : str or None
        The roster's column with the ids; by default the first.
    options : Options

    Raises
    ------
    LmsError
        When marks are not final and that is not wanted, or the roster names a student twice.
    """
    here = _ids(roster, identity) if roster else sorted(marks.by_student)
    known = [marks.by_student[student] for student in here if student in marks.by_student]
    if not options.partial:
        refuse_unfinished(known)
    rows = {row["student"]: row for row in frames.submissions.to_dict("records")}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for student in here:
        row = rows.get(student, {"student": student, "status": NOT_SUBMITTED})
        row = {"score": 0.0 if options.zero_missing else None, "max_score": marks.worth} | row
        writer.writerow([_cell(row.get(name)) for name in COLUMNS])
    missing = [student for student in here if student not in rows]
    notes = [f"{len(missing)} are not in the gradebook: {listed(missing)}"] if missing else []
    stray = tuple(sorted(marks.by_student.keys() - set(here)))
    return Exported(text.getvalue(), "utf-8", len(known), tuple(notes), stray)


def _ids(path: Path, identity: str | None) -> list[str]:
    header, *rows = read_sheet(path)[0].rows or [[]]
    if identity and identity not in header:
        raise LmsError(f"{path} has no column {identity!r}. There are: {', '.join(header)}.")
    column = header.index(identity) if identity else 0
    ids = [row[column].strip() for row in rows if len(row) > column and row[column].strip()]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise LmsError(f"{path} names students twice: {', '.join(twice)}.")
    return ids


def _cell(value: object) -> str:
    """Return a value as text that no spreadsheet runs; empty where nothing is known."""
    if isinstance(value, str):
        return guarded(value)
    if value is None or pd.isna(value):  # type: ignore[call-overload]  # one value of a frame
        return ""
    if isinstance(value, pd.Timestamp):
        return value.isoformat()
    return written(float(value))  # type: ignore[arg-type]
