"""Hands in the demo class of a lesson: one small file per student, built on the release."""

from ._hand_in import DemoError, hand_in
from ._student import Student, load_class

__all__ = ["DemoError", "Student", "hand_in", "load_class"]
