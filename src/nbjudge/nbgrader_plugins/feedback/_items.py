"""What the page says of graded cells: the gradebook's part, and the student's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...lesson import FailureMode
from ...verdict import Result


@dataclass(frozen=True)
class Grade:
    """What the gradebook has of one cell; None where nobody has given a score."""

    auto: float | None = None
    manual: float | None = None
    extra: float = 0.0
    waits: bool = False

    @property
    def score(self) -> float | None:
        """What counts by nbgrader's rule: manual over automatic, plus extra credit."""
        given = self.auto if self.manual is None else self.manual
        return None if given is None else given + self.extra


@dataclass(frozen=True)
class Item:
    """One graded cell, or one that somebody commented on.

    Parameters
    ----------
    cell : int
        Its place in the notebook.
    name : str
        Its grade id.
    word : str
        What became of it, in a word; empty when it is not graded.
    score, most : float
        Points; ``score`` is None while they are unknown, ``most`` for what is not graded.
    extra : float
        Extra credit, which is in ``score``.
    checks : str
        What the test looks at, as the part of it says that students were given.
    message : str
        What the test said.
    mode : FailureMode or None
        The mistake that a failed test stands for.
    comment : str
        What a person wrote, as Markdown.
    """

    cell: int
    name: str
    word: str = ""
    score: float | None = None
    most: float | None = None
    extra: float = 0.0
    checks: str = ""
    message: str = ""
    mode: FailureMode | None = None
    comment: str = ""


@dataclass(frozen=True)
class Checkpoint:
    """The graded cells under one heading of the notebook."""

    heading: str
    items: tuple[Item, ...]

    @property
    def score(self) -> float | None:
        """Points so far; None while there are none."""
        given = [item.score for item in self.items if item.score is not None]
        return sum(given) if given else None

    @property
    def most(self) -> float:
        """Points that can be had."""
        return sum(item.most or 0.0 for item in self.items)


@dataclass(frozen=True)
class Records:
    """What is known of the graded cells, by grade id, and of the lesson's mistakes."""

    grades: Mapping[str, Grade]
    points: Mapping[str, float]
    comments: Mapping[str, str]
    results: Mapping[str, Result]
    modes: Mapping[str, FailureMode]
