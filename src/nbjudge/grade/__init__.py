"""Grades a class: every submission ends with a status and a sentence."""

from ._class import Graded, grade_class, students_of

__all__ = ["Graded", "grade_class", "students_of"]
