"""Which automatic scores the gradebook has."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from .tables import ASSIGNMENT, CELL, COPY, GRADE, HANDED_IN, NOTEBOOK

Recorded = Mapping[tuple[str, str], float | None]
"""A student's scores by notebook and grade id."""


def recorded_scores(
    connection: Connection, assignment: str, student: str | None = None
) -> dict[str, Recorded]:
    """Return the automatic scores of an assignment by student; of one student, or of all."""
    which = ASSIGNMENT.c.name == assignment
    if student is not None:
        which &= HANDED_IN.c.student_id == student
    found: dict[str, dict[tuple[str, str], float | None]] = {}
    for who, notebook, cell, score in connection.execute(_SCORES.where(which)):
        found.setdefault(who, {})[notebook, cell] = score
    return {**found}


_SCORES = (
    sql.select(HANDED_IN.c.student_id, NOTEBOOK.c.name, CELL.c.name, GRADE.c.auto_score)
    .select_from(GRADE)
    .join(COPY, COPY.c.id == GRADE.c.notebook_id)
    .join(HANDED_IN, HANDED_IN.c.id == COPY.c.assignment_id)
    .join(NOTEBOOK, NOTEBOOK.c.id == COPY.c.notebook_id)
    .join(CELL, CELL.c.id == GRADE.c.cell_id)
    .join(ASSIGNMENT, ASSIGNMENT.c.id == HANDED_IN.c.assignment_id)
)
