"""The kinds of columns that frames are made of."""

from __future__ import annotations

from typing import Any

import pandas as pd
from pandera.pandas import Check, Column

MOMENT = pd.DatetimeTZDtype("us", "UTC")


def column(dtype: Any, title: str, description: str, **rest: Any) -> Column:
    """Return a column whose values are brought into its type."""
    return Column(dtype, title=title, description=description, coerce=True, **rest)


def text(title: str, description: str, **rest: Any) -> Column:
    """Return a column of texts, never missing."""
    return column("str", title, description, **rest)


def number(title: str, description: str, **rest: Any) -> Column:
    """Return a column of numbers, which may be missing."""
    return column("float64", title, description, **{"nullable": True} | rest)


def count(title: str, description: str) -> Column:
    """Return a column of whole numbers from 0."""
    return column("int64", title, description, checks=Check.ge(0))


def moment(title: str, description: str) -> Column:
    """Return a column of times in UTC, which may be missing."""
    return column(MOMENT, title, description, nullable=True)


STUDENT = text("Student", "The id: literal text, as folders and gradebook have it.")

NOTEBOOK = text("Notebook", "The notebook's name in the assignment, without `.ipynb`.")
