"""What nbgrader's gradebook says of one assignment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import URL, Connection

from . import _nbgrader_tables as ask
from ._database import connected
from ._errors import ReportError


@dataclass(frozen=True)
class Mark:
    """The scores of one graded cell of one student; None where nobody has given one."""

    auto: float | None = None
    manual: float | None = None
    extra: float | None = None
    needs_manual_grade: bool = False

    @property
    def score(self) -> float | None:
        """What counts by nbgrader's rule: manual over automatic, plus extra credit."""
        given = self.auto if self.manual is None else self.manual
        return None if given is None else given + (self.extra or 0.0)


@dataclass(frozen=True)
class GradedCell:
    """A cell that has points."""

    notebook: str
    grade_id: str
    max_score: float


@dataclass(frozen=True)
class HandIn:
    """When a student handed in, until when that was on time, and what being late costs.

    ``key`` is the submitted notebook's, by which formgrader shows it.
    """

    at: datetime | None
    due: datetime | None
    penalty: float
    key: str = ""


@dataclass(frozen=True)
class Gradebook:
    """One assignment as the gradebook has it.

    Parameters
    ----------
    due : datetime or None
        Before anybody's extension.
    notebooks : tuple of str
        Names without ``.ipynb``.
    cells : mapping of str to GradedCell
        By grade id.
    students : frozenset of str
        Everybody whom the gradebook knows, also those who handed nothing in.
    hand_ins : mapping of str to HandIn
        By student.
    marks : mapping of (str, str) to Mark
        By student and grade id.
    """

    due: datetime | None
    notebooks: tuple[str, ...]
    cells: Mapping[str, GradedCell]
    students: frozenset[str]
    hand_ins: Mapping[str, HandIn]
    marks: Mapping[tuple[str, str], Mark]


def read_gradebook(url: str | URL, assignment: str) -> Gradebook:
    """Return what the gradebook says of one assignment.

    Raises
    ------
    ReportError
        When there is no gradebook, when it is not nbgrader's, or when the assignment is not in it.
    """
    with connected(url) as connection:
        key, due = _find(connection, assignment)
        hand_ins = connection.execute(ask.hand_ins(key))
        marks = connection.execute(ask.marks(key))
        return Gradebook(
            due=_utc(due),
            notebooks=tuple(sorted(connection.scalars(ask.notebooks(key)))),
            cells=_cells(connection.execute(ask.cells(key)).all(), assignment),
            students=frozenset(connection.scalars(ask.students())),
            hand_ins={student: _hand_in(due, *rest) for student, *rest in hand_ins},
            marks={(student, grade_id): Mark(*scores) for student, grade_id, *scores in marks},
        )


def _find(connection: Connection, assignment: str) -> tuple[str, datetime | None]:
    """Return the assignment's key and due date."""
    found = {name: (key, due) for key, name, due in connection.execute(ask.assignments())}
    if assignment not in found:
        raise ReportError(
            f"The gradebook has no assignment {assignment!r}: release it first. "
            f"Assignments there: {', '.join(sorted(found)) or 'none'}."
        )
    return found[assignment]


def _cells(cells: Sequence[Any], assignment: str) -> dict[str, GradedCell]:
    names = [name for _, name, _ in cells]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ReportError(
            f"Two notebooks of {assignment!r} share the grade id {twice[0]!r}: rename one, "
            "since the report tells graded cells apart by their ids."
        )
    return {name: GradedCell(notebook, name, float(points)) for notebook, name, points in cells}


def _hand_in(
    due: datetime | None,
    at: datetime | None,
    extension: timedelta | None,
    penalty: float,
    key: str | None,
) -> HandIn:
    own = due + extension if due and extension else due
    return HandIn(_utc(at), _utc(own), penalty, key or "")


def _utc(moment: datetime | None) -> datetime | None:
    """Give a moment its zone: nbgrader stores UTC without saying so."""
    return None if moment is None else moment.replace(tzinfo=UTC)
