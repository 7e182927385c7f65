"""Grades a class: every submission ends with a status and a sentence."""

from ._class import Graded, grade_class, students_of
from ._regrade import Change, Move, Regrade, regrade
from ._summary import GradedClass, summarize

__all__ = [
    "Change",
    "Graded",
    "GradedClass",
    "Move",
    "Regrade",
    "grade_class",
    "regrade",
    "students_of",
    "summarize",
]
