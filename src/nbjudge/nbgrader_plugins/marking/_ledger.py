"""Enters what was marked into nbgrader's gradebook, each submission in one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from ...gradebook import all_or_nothing
from ._marked import Comments, Marked
from .tables import ASSIGNMENT, CELL, COMMENT, COPY, GRADE, HANDED_IN, NOTEBOOK, STUDENT

SCORED, COMMENTED = ("GradeCell", "TaskCell"), ("SolutionCell", "TaskCell")
"""Kinds of cells that have a grade, and those that have a comment."""


class Ledger:
    """Writes one assignment's marks; nobody but a person's manual grades is ever in its way.

    Parameters
    ----------
    connection : Connection
        To the gradebook; transactions are begun and ended here.
    assignment : str
        The assignment's name.
    late_penalty : callable
        nbgrader's plug-in: called with student, score and seconds late, it returns points or None.
    new_students : bool
        Whether a student may be entered who is not on the gradebook's list.
    """

    def __init__(
        self, connection: Connection, assignment: str, late_penalty: Any, *, new_students: bool
    ) -> None:
        self._connection = connection
        self._new_students = new_students
        self._late_penalty = late_penalty
        found = connection.execute(
            sql.select(ASSIGNMENT.c.id, ASSIGNMENT.c.duedate).where(ASSIGNMENT.c.name == assignment)
        ).one()
        self._assignment, self._due = found.id, found.duedate
        self._notebooks = self._ids(NOTEBOOK, NOTEBOOK.c.assignment_id == self._assignment)
        self._cells = {name: self._cells_of(key) for name, key in self._notebooks.items()}
        connection.rollback()

    def admit(self, student: str) -> None:
        """Refuse who is not on the gradebook's list, where the instructor keeps that list.

        Raises
        ------
        LookupError
            When the student is not on it.
        """
        if self._new_students:
            return
        with self._connection.begin():
            if not self._knows(student):
                raise LookupError(
                    f"The gradebook has no student {student!r}, and Autograde.create_student is "
                    "off."
                )

    def enter(self, marked: Marked) -> None:
        """Write one submission's scores, comments and penalty: all of it, or nothing."""
        all_or_nothing(self._connection, lambda: self._write(marked))

    def _write(self, marked: Marked) -> None:
        handed_in = self._submission(marked)
        copies = self._copies(handed_in.id)
        for name, copy in copies.items():
            self._score(copy, name, self._scores(name, marked))
            self._comment(copy, name, marked.comments.get(name, {}))
            self._punish(copy, marked, handed_in.extension)

    def _ids(self, table: sql.Table, which: Any) -> dict[str, str]:
        rows = self._connection.execute(sql.select(table.c.name, table.c.id).where(which))
        return {row.name: row.id for row in rows}

    def _cells_of(self, notebook: str) -> dict[tuple[str, str], str]:
        """Return the ids of a notebook's cells, by kind and grade id."""
        rows = self._connection.execute(
            sql.select(CELL.c.type, CELL.c.name, CELL.c.id).where(CELL.c.notebook_id == notebook)
        )
        return {(row.type, row.name): row.id for row in rows}

    def _submission(self, marked: Marked) -> Any:
        """Return the row of the submission; one that is new gets all the rows that belong to it."""
        moment = marked.timestamp.astimezone(UTC).replace(tzinfo=None) if marked.timestamp else None
        which = (HANDED_IN.c.assignment_id == self._assignment) & (
            HANDED_IN.c.student_id == marked.student
        )
        row = self._connection.execute(sql.select(HANDED_IN).where(which)).one_or_none()
        if row is None:
            self._open(marked.student, moment)
        elif row.timestamp != moment:
            self._connection.execute(sql.update(HANDED_IN).where(which).values(timestamp=moment))
        return self._connection.execute(sql.select(HANDED_IN).where(which)).one()

    def _open(self, student: str, moment: datetime | None) -> None:
        run = self._connection.execute
        if not self._knows(student):
            run(sql.insert(STUDENT).values(id=student))
        handed_in = uuid4().hex
        whose = {"assignment_id": self._assignment, "student_id": student}
        run(sql.insert(HANDED_IN).values(id=handed_in, timestamp=moment, **whose))
        for name, notebook in self._notebooks.items():
            copy = uuid4().hex
            run(sql.insert(COPY).values(id=copy, assignment_id=handed_in, notebook_id=notebook))
            for table, kinds in ((GRADE, SCORED), (COMMENT, COMMENTED)):
                rows = [
                    {"id": uuid4().hex, "notebook_id": copy, "cell_id": cell}
                    for (kind, _), cell in self._cells[name].items()
                    if kind in kinds
                ]
                if rows:
                    run(sql.insert(table), rows)

    def _knows(self, student: str) -> bool:
        which = sql.select(STUDENT.c.id).where(STUDENT.c.id == student)
        return self._connection.execute(which).first() is not None

    def _copies(self, handed_in: str) -> dict[str, str]:
        rows = self._connection.execute(
            sql.select(NOTEBOOK.c.name, COPY.c.id)
            .join(COPY, COPY.c.notebook_id == NOTEBOOK.c.id)
            .where(COPY.c.assignment_id == handed_in)
        )
        return {row.name: row.id for row in rows}

    def _scores(self, name: str, marked: Marked) -> dict[str, float | None]:
        """Return automatic scores by grade id; 0 for all cells of a notebook that is not there."""
        if name in marked.absent:
            return {cell: 0.0 for kind, cell in self._cells[name] if kind in SCORED}
        results = marked.verdicts[name].results if name in marked.verdicts else ()
        return {result.grade_id: result.score for result in results}

    def _score(self, copy: str, name: str, scores: Mapping[str, float | None]) -> None:
        rows = [
            {"cell": self._cell(name, SCORED, grade_id), "score": score, "open": score is None}
            for grade_id, score in scores.items()
        ]
        if rows:
            self._connection.execute(_SCORE.where(GRADE.c.notebook_id == copy), rows)

    def _comment(self, copy: str, name: str, comments: Comments) -> None:
        rows = [
            {"cell": self._cell(name, COMMENTED, grade_id), "text": text}
            for grade_id, text in comments.items()
        ]
        if rows:
            self._connection.execute(_COMMENT.where(COMMENT.c.notebook_id == copy), rows)

    def _cell(self, notebook: str, kinds: tuple[str, ...], grade_id: str) -> str | None:
        cells = self._cells[notebook]
        return next((cells[kind, grade_id] for kind in kinds if (kind, grade_id) in cells), None)

    def _punish(self, copy: str, marked: Marked, extension: timedelta | None) -> None:
        """Take off for lateness what the plug-in says, within 0 and the notebook's score."""
        late = _seconds_late(marked.timestamp, self._due, extension)
        penalty: float | None = None
        if late > 0:
            total = self._connection.execute(_TOTAL.where(GRADE.c.notebook_id == copy)).scalar_one()
            said = self._late_penalty(marked.student, total, late)
            penalty = None if said is None else min(max(said, 0), total)
        self._connection.execute(
            sql.update(COPY).where(COPY.c.id == copy).values(late_submission_penalty=penalty)
        )


_SCORE = (
    sql.update(GRADE)
    .where(GRADE.c.cell_id == sql.bindparam("cell"))
    .values(
        auto_score=sql.bindparam("score"),
        # what a person has graded stays, and is looked at again
        needs_manual_grade=sql.or_(
            GRADE.c.manual_score.is_not(None), sql.bindparam("open", type_=sql.Boolean)
        ),
    )
)
_COMMENT = (
    sql.update(COMMENT)
    .where(COMMENT.c.cell_id == sql.bindparam("cell"))
    .values(auto_comment=sql.bindparam("text"))
)
_GIVEN = sql.func.coalesce(GRADE.c.manual_score, GRADE.c.auto_score)
_TOTAL = sql.select(
    sql.func.coalesce(
        sql.func.sum(
            sql.case(
                (_GIVEN.is_not(None), _GIVEN + sql.func.coalesce(GRADE.c.extra_credit, 0.0)),
                else_=0.0,
            )
        ),
        0.0,
    )
)


def _seconds_late(
    moment: datetime | None, due: datetime | None, extension: timedelta | None
) -> float:
    if moment is None or due is None:
        return 0.0
    mine = due.replace(tzinfo=UTC) + (extension or timedelta())
    return max(0.0, (moment - mine).total_seconds())
