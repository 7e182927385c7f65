"""nbgrader's tables, as far as the report reads them, and the queries that it asks.

nbgrader's own object mapper is left aside because it asks one query per grade; naming the few
columns here also lets the report run where nbgrader is not installed.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, DateTime, Float, Interval, Select, column, func, select, table

ASSIGNMENT = table("assignment", column("id"), column("name"), column("duedate", DateTime))
NOTEBOOK = table("notebook", column("id"), column("name"), column("assignment_id"))
CELL = table("base_cell", column("id"), column("name"), column("notebook_id"))
GRADE_CELL = table("grade_cells", column("id"), column("max_score", Float))
TASK_CELL = table("task_cells", column("id"), column("max_score", Float))
STUDENT = table("student", column("id"))
SUBMISSION = table(
    "submitted_assignment",
    column("id"),
    column("assignment_id"),
    column("student_id"),
    column("timestamp", DateTime),
    column("extension", Interval),
)
SUBMITTED_NOTEBOOK = table(
    "submitted_notebook",
    column("id"),
    column("assignment_id"),
    column("late_submission_penalty", Float),
)
GRADE = table(
    "grade",
    column("notebook_id"),
    column("cell_id"),
    column("auto_score", Float),
    column("manual_score", Float),
    column("extra_credit", Float),
    column("needs_manual_grade", Boolean),
)


def assignments() -> Select[Any]:
    """Ask for each assignment's id, name and due date."""
    return select(ASSIGNMENT.c.id, ASSIGNMENT.c.name, ASSIGNMENT.c.duedate)


def students() -> Select[Any]:
    """Ask for everybody's id."""
    return select(STUDENT.c.id)


def notebooks(key: str) -> Select[Any]:
    """Ask for the names of an assignment's notebooks."""
    return select(NOTEBOOK.c.name).where(NOTEBOOK.c.assignment_id == key)


def cells(key: str) -> Select[Any]:
    """Ask for the notebook, the name and the points of each graded cell of an assignment."""
    graded = CELL.join(NOTEBOOK, CELL.c.notebook_id == NOTEBOOK.c.id)
    graded = graded.outerjoin(GRADE_CELL, GRADE_CELL.c.id == CELL.c.id)
    graded = graded.outerjoin(TASK_CELL, TASK_CELL.c.id == CELL.c.id)
    points = func.coalesce(GRADE_CELL.c.max_score, TASK_CELL.c.max_score)
    rows = select(NOTEBOOK.c.name, CELL.c.name, points).select_from(graded)
    return rows.where(NOTEBOOK.c.assignment_id == key, points.is_not(None))


def hand_ins(key: str) -> Select[Any]:
    """Ask for each submission's student, time, extension, late penalty and a notebook's key."""
    late = SUBMISSION.outerjoin(
        SUBMITTED_NOTEBOOK, SUBMITTED_NOTEBOOK.c.assignment_id == SUBMISSION.c.id
    )
    own = (SUBMISSION.c.student_id, SUBMISSION.c.timestamp, SUBMISSION.c.extension)
    penalty = func.coalesce(func.sum(SUBMITTED_NOTEBOOK.c.late_submission_penalty), 0.0)
    key_of_one = func.min(SUBMITTED_NOTEBOOK.c.id)
    rows = (
        select(*own, penalty, key_of_one).select_from(late).where(SUBMISSION.c.assignment_id == key)
    )
    return rows.group_by(SUBMISSION.c.id, *own)


def marks(key: str) -> Select[Any]:
    """Ask for the student, the cell's name, three scores and a flag of each grade."""
    marked = GRADE.join(CELL, GRADE.c.cell_id == CELL.c.id)
    marked = marked.join(SUBMITTED_NOTEBOOK, GRADE.c.notebook_id == SUBMITTED_NOTEBOOK.c.id)
    marked = marked.join(SUBMISSION, SUBMITTED_NOTEBOOK.c.assignment_id == SUBMISSION.c.id)
    scores = (GRADE.c.auto_score, GRADE.c.manual_score, GRADE.c.extra_credit)
    rows = select(SUBMISSION.c.student_id, CELL.c.name, *scores, GRADE.c.needs_manual_grade)
    return rows.select_from(marked).where(SUBMISSION.c.assignment_id == key)
