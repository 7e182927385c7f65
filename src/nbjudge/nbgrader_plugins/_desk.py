"""A class is marked by several processes, and entered into the gradebook by one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import sqlalchemy as sql
from nbgrader.api import MissingEntry

from ..notebook.choosing import Choice
from ._autograde import JudgedAutograde
from ._earlier import is_same, verdict_of, withdraw
from ._late import late_penalty
from ._warm import warm
from .marking import Ledger, Marked, Marker, connected
from .marking.tables import ASSIGNMENT, CELL, COPY, GRADE, HANDED_IN, NOTEBOOK

STAGING = ".marking"
"""Folder in ``autograded`` where submissions are marked before they are put in their place."""


class Open(Protocol):
    """What of a course is needed here."""

    def converter(self, assignment: str) -> JudgedAutograde: ...
    def gradebook(self) -> Any: ...


@dataclass(frozen=True)
class Done:
    """What one process has to tell the other of a submission.

    Parameters
    ----------
    student : str
        Whose it is.
    marked : Marked, optional
        None when there is nothing to enter: no notebook was handed in, or nothing has changed.
    staged : Path, optional
        Where the autograded files are.
    absent : bool
        Whether no notebook was handed in.
    seconds : float
        What marking took.
    """

    student: str
    marked: Marked | None = None
    staged: Path | None = None
    absent: bool = False
    seconds: float = 0.0


class Desk:
    """Marks submissions of one assignment (in any process), and enters them (in one).

    Parameters
    ----------
    course : Open
        The course.
    assignment : str
        The assignment's name.
    force : bool
        Mark again what has not changed.
    """

    def __init__(self, course: Open, assignment: str, *, force: bool = False) -> None:
        self._course = course
        self._converter = course.converter(assignment)
        self._assignment = assignment
        self._force = force
        self._brief = self._converter.load_brief()
        self._url = self._converter.coursedir.db_url
        self._numbers = count()
        self._recorded = {} if force else self._scores()
        self._marker = Marker(
            self._converter, self._root, self._brief, self._converter.path("source", ".")
        )

    @property
    def _root(self) -> Path:
        return Path(self._converter.coursedir.root)

    @property
    def _staging(self) -> Path:
        return self._root / self._converter.coursedir.autograded_directory / STAGING

    def begin_elsewhere(self) -> None:
        """Be ready in a process that was forked: the judge of the other one is not its own."""
        warm.cache_clear()
        self._numbers = count()

    def mark(self, student: str) -> Done:
        """Mark a submission, and leave the autograded files where nobody looks for them yet."""
        started = monotonic()
        folder = self._converter.path("submitted", student)
        choices = self._marker.choose(folder)
        if not choices:
            return Done(student, absent=True)
        if not self._force and self._unchanged(student, folder, choices):
            return Done(student)
        staged = self._staging / f"{os.getpid()}-{next(self._numbers)}" / student / self._assignment
        marked = self._marker.mark(student, folder, choices, staged)
        self._protect(staged)
        return Done(student, marked, staged, seconds=monotonic() - started)

    def _unchanged(self, student: str, folder: Path, choices: Sequence[Choice]) -> bool:
        """Whether the same files were marked by the same standard, and are in the gradebook."""
        recorded = self._recorded.get(student)
        if recorded is None:
            return False
        autograded = self._converter.path("autograded", student)
        for choice in choices:
            earlier = verdict_of(autograded / f"{choice.notebook}.ipynb")
            if earlier is None or not is_same(earlier, self._marker.begin(folder, choice)):
                return False
            scores = {(choice.notebook, each.grade_id): each.score for each in earlier.results}
            if any(recorded.get(cell) != score for cell, score in scores.items()):
                return False
        return True

    def _protect(self, folder: Path) -> None:
        """Give the files the permissions that nbgrader gives them."""
        permissions = int(str(self._converter.permissions), 8)
        for path in folder.rglob("*"):
            if path.is_file():
                path.chmod(permissions)

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        """Open the gradebook for entries; at the end nothing is left of what was staged."""
        self._clear()
        try:
            with connected(self._url) as connection:
                penalty = late_penalty(self._converter.config)
                yield Ledger(connection, self._assignment, penalty)
        finally:
            self._clear()

    def enter(self, ledger: Ledger, done: Done) -> None:
        """Enter what was marked, and put the autograded files into their place."""
        autograded = self._converter.path("autograded", done.student)
        if done.absent:
            with self._course.gradebook() as gradebook:
                withdraw(gradebook, self._assignment, done.student, autograded)
        elif done.marked is not None and done.staged is not None:
            self._admit(done.student)
            ledger.enter(done.marked)
            _replace(autograded, done.staged)

    def _admit(self, student: str) -> None:
        if not self._converter.create_student:
            with self._course.gradebook() as gradebook:
                try:
                    gradebook.find_student(student)
                except MissingEntry:
                    raise LookupError(
                        f"The gradebook has no student {student!r}, and Autograde.create_student "
                        "is off."
                    ) from None

    def _scores(self) -> Mapping[str, Mapping[tuple[str, str], float | None]]:
        """Return the automatic scores that the gradebook has, by student and cell."""
        found: dict[str, dict[tuple[str, str], float | None]] = {}
        with connected(self._url) as connection:
            for student, notebook, cell, score in connection.execute(
                _RECORDED, {"assignment": self._assignment}
            ):
                found.setdefault(student, {})[notebook, cell] = score
        return found

    def _clear(self) -> None:
        shutil.rmtree(self._staging, ignore_errors=True)


def _replace(place: Path, by: Path) -> None:
    """Put a folder in the place of another one; there is never half of either."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        place.rename(by.parent / "before")
    by.rename(place)
    shutil.rmtree(by.parent.parent, ignore_errors=True)


_RECORDED = (
    sql.select(HANDED_IN.c.student_id, NOTEBOOK.c.name, CELL.c.name, GRADE.c.auto_score)
    .select_from(GRADE)
    .join(COPY, COPY.c.id == GRADE.c.notebook_id)
    .join(HANDED_IN, HANDED_IN.c.id == COPY.c.assignment_id)
    .join(NOTEBOOK, NOTEBOOK.c.id == COPY.c.notebook_id)
    .join(CELL, CELL.c.id == GRADE.c.cell_id)
    .join(ASSIGNMENT, ASSIGNMENT.c.id == HANDED_IN.c.assignment_id)
    .where(ASSIGNMENT.c.name == sql.bindparam("assignment"))
)
