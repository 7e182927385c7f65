"""Grades a class: every submission ends with a status and a sentence."""

from ._class import Graded, grade_class, students_of
from ._regrade import Change, Move, Regrade, regrade

__all__ = ["Change", "Graded", "Move", "Regrade", "grade_class", "regrade", "students_of"]
