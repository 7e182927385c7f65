"""nbgrader's tables."""

from __future__ import annotations

from nbgrader import api

ASSIGNMENT, NOTEBOOK = api.Assignment.__table__, api.Notebook.__table__
HANDED_IN, COPY = api.SubmittedAssignment.__table__, api.SubmittedNotebook.__table__
CELL, GRADE, COMMENT = api.BaseCell.__table__, api.Grade.__table__, api.Comment.__table__
STUDENT = api.Student.__table__
