"""The marks of a class as an LMS is told them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..report import Frames
from ._errors import LmsError

DECIMALS = 5
"""As many as Moodle stores; Canvas shows two."""

MOST_NAMES = 20


@dataclass(frozen=True)
class Mark:
    """One student's points.

    Parameters
    ----------
    student : str
    points : float or None
        The total as the gradebook has it, late penalty taken off; None while nothing is graded.
    waiting : int
        Items that wait for a person.
    status : str
        How far the grader got.
    """

    student: str
    points: float | None
    waiting: int
    status: str

    @property
    def is_final(self) -> bool:
        """Whether nobody has to look at it any more."""
        return self.points is not None and not self.waiting


@dataclass(frozen=True)
class Marks:
    """The marks of one assignment, by student, and what it is worth."""

    assignment: str
    worth: float
    by_student: dict[str, Mark]


def marks_of(frames: Frames) -> Marks:
    """Return the marks in the report's frames; manual scores and late penalties are in them."""
    rows: list[dict[Hashable, Any]] = frames.submissions.to_dict("records")
    marks = {row["student"]: _mark(row) for row in rows}
    worth = frames.submissions.max_score.max() if marks else 0.0
    return Marks(frames.assignment, float(worth), marks)


def _mark(row: Mapping[Hashable, Any]) -> Mark:
    points = None if math.isnan(row["score"]) else float(row["score"])
    return Mark(row["student"], points, row["waiting"], row["status"])


def refuse_unfinished(marks: Iterable[Mark]) -> None:
    """Refuse marks that would change once a person or the grader has looked.

    Raises
    ------
    LmsError
        When there are such marks; it counts and names them.
    """
    unfinished = [mark for mark in marks if not mark.is_final]
    if unfinished:
        names = listed([mark.student for mark in unfinished])
        raise LmsError(
            f"{len(unfinished)} of the marks not final yet: {names}. Grade them in the formgrader "
            "(answers in free text, and tests that could not be judged), or export the points so "
            "far with --partial."
        )


def listed(names: Sequence[str]) -> str:
    """Return names as a person reads them: a hundred are counted, a few are told."""
    more = f", and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def written(points: float) -> str:
    """Return points as a number that every LMS reads: ``24``, ``17.5``."""
    return f"{round(points, DECIMALS):.{DECIMALS}f}".rstrip("0").rstrip(".")
