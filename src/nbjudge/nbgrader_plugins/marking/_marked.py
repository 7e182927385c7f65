"""A submission that has been marked, before it is entered into the gradebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ...verdict import Verdict

Comments = Mapping[str, str | None]


@dataclass(frozen=True)
class Marked:
    """What there is to enter for one submission.

    Parameters
    ----------
    student : str
        Whose it is.
    timestamp : datetime or None
        When it was handed in, aware; None when nobody knows.
    absent : tuple of str
        Notebooks of the assignment that were not handed in.
    verdicts : mapping of str to Verdict
        One for each notebook that was there, by the notebook's name.
    comments : mapping of str to Comments
        nbgrader's automatic comments on the answers of each notebook, by grade id.
    """

    student: str
    timestamp: datetime | None = None
    absent: tuple[str, ...] = ()
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    comments: Mapping[str, Comments] = field(default_factory=dict)
