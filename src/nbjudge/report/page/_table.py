"""The one thing that the page is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table of plain texts.

    Parameters
    ----------
    caption : str
        What it shows, as a heading above it.
    head : sequence of str
        The columns' headings.
    rows : sequence of sequence of str
        The first cell of a row is the row's heading.
    numbers : frozenset of str
        Headings of the columns that are right-aligned.
    marks : bool
        Whether "yes" and "no" are set apart by colour as well.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[str] = frozenset()
    marks: bool = False
