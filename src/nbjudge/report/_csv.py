"""Frames as CSV that a spreadsheet opens safely and pandas reads back unchanged.

A text like ``=HYPERLINK(…)`` comes alive in a spreadsheet. So a text that begins like a formula
gets an apostrophe in front; one that begins with an apostrophe gets another, which makes the guard
reversible. `KEYS` stay as they are, because other tables are joined on them.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pandas as pd

from ._students import FORMULA
from .schemas import MOMENT, SCHEMAS, checked

KEYS = ("student", "notebook", "grade_id")
"""Never guarded: ids of the course's own making; `submissions` names a suspicious student."""

APOSTROPHE = "'"


def write_csv(frame: pd.DataFrame, path: Path) -> None:
    """Write a frame as UTF-8, texts guarded, missing values empty."""
    texts = [name for name in frame.columns if frame[name].dtype == "str" and name not in KEYS]
    safe = {name: frame[name].map(guarded) for name in texts}
    frame.assign(**safe).to_csv(
        path,
        index=False,
        encoding="utf-8",
        lineterminator="\n",
        quoting=csv.QUOTE_NONNUMERIC,  # else Python 3.11 leaves a carriage return bare: a new row
    )


def read_csv(path: str | Path) -> pd.DataFrame:
    """Return what `write` wrote: ids are text (``007``, ``NA``), and the guard is gone.

    Parameters
    ----------
    path : str or Path
        The file's name says which frame it is: ``grades.csv``.

    Raises
    ------
    ReportError
        When the table does not keep to its frame's schema.
    """
    name = Path(path).stem
    types = {column: _type(name, column) for column in pd.read_csv(path, nrows=0).columns}
    moments = [column for column, dtype in types.items() if dtype == MOMENT]
    texts = [column for column, dtype in types.items() if dtype == "str"]
    frame = pd.read_csv(
        path,
        dtype={column: types[column] for column in types if column not in moments},
        keep_default_na=False,
        na_values={column: [""] for column in types if column not in texts},
    )
    instants = {c: pd.to_datetime(frame[c], format="ISO8601", utc=True) for c in moments}
    plain = {c: frame[c].map(_unguarded) for c in texts if c not in KEYS}
    return checked(name, frame.assign(**instants, **plain))


def _type(name: str, column: str) -> Any:
    """Return the pandas type that the schema gives a column; None for a lesson's own."""
    for pattern, declared in SCHEMAS[name].columns.items():
        if pattern == column or (declared.regex and re.fullmatch(pattern, column)):
            return declared.dtype.type
    return None


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return APOSTROPHE + text if text.startswith((*FORMULA, APOSTROPHE)) else text


def _unguarded(text: str) -> str:
    return text.removeprefix(APOSTROPHE)
