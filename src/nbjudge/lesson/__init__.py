"""Finds and loads what only graders see of one lesson: its ``grading/`` folder."""

from ._contract import Contract, isolates_tests
from ._errors import LessonError
from ._failure_modes import FailureMode
from ._lesson import Lesson, find_lesson
from ._modules import Assessment, CheckedRun, Experiments, Implementations

__all__ = [
    "Assessment",
    "CheckedRun",
    "Contract",
    "Experiments",
    "FailureMode",
    "Implementations",
    "Lesson",
    "LessonError",
    "find_lesson",
    "isolates_tests",
]
