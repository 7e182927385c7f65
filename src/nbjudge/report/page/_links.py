"""Where the page links to: the autograded notebooks beside it, and a running formgrader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

import pandas as pd

from .._words import some
from ._table import Cell

NAMED = 8
"""How many students one cell names before the rest is folded; about two lines."""


@dataclass(frozen=True)
class Links:
    """Addresses.

    Parameters
    ----------
    course : str
        The course folder as seen from the page's folder.
    jupyter : str
        Where the instructor's Jupyter runs; formgrader is a part of it.
    """

    course: str = "../.."
    jupyter: str = "http://localhost:8888"

    def notebook(self, path: str) -> str:
        """Return the address of a file of the course."""
        return f"{self.course}/{quote(path)}" if path else ""

    def formgrader(self, key: str) -> str:
        """Return the address of a submission in formgrader."""
        return f"{self.jupyter.rstrip('/')}/formgrader/submissions/{quote(key)}/" if key else ""


@dataclass(frozen=True)
class People:
    """Each student's place on the page; ids of any script and length have a plain one."""

    places: Mapping[str, str] = field(default_factory=dict)

    def cell(self, students: Iterable[str]) -> Cell:
        """Return a cell that names students, each a link to what is told of them."""
        names = list(dict.fromkeys(students))
        linked = [(name, f"#{self.places[name]}") for name in names]
        return Cell(some(names, NAMED), None, linked[:NAMED], "", linked[NAMED:])


def people(submissions: pd.DataFrame) -> People:
    """Give each student a place by its number in the frame."""
    return People({name: f"student-{i}" for i, name in enumerate(submissions.student, start=1)})
