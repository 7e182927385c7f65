"""Tables of plain texts, the one thing that nearly all of the page is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cell:
    """One cell of a table.

    Parameters
    ----------
    text : str
        What it shows.
    order : float or None
        What it is sorted by, where the text would sort wrongly.
    links : sequence of (str, str)
        Texts with their addresses, shown in place of the text; the text stays what is searched.
    tone : str
        A class of the style sheet that underlines what the text says.
    folded : sequence of (str, str)
        Further links, behind a click.
    """

    text: str
    order: float | None = None
    links: Sequence[tuple[str, str]] = ()
    tone: str = ""
    folded: Sequence[tuple[str, str]] = ()


Value = str | Cell


@dataclass(frozen=True)
class Table:
    """A table.

    Parameters
    ----------
    caption : str
        What it shows.
    head : sequence of str
        The columns' headings.
    rows : sequence of sequence of Value
        The first cell of a row is the row's heading.
    numbers : frozenset of str
        Headings of the columns that are right-aligned.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[Value]]
    numbers: frozenset[str] = field(default_factory=frozenset)


def cells(row: Sequence[Value]) -> list[Cell]:
    """Return a row with plain texts made into cells."""
    return [value if isinstance(value, Cell) else Cell(value) for value in row]
