"""Runs the instructor's test cells outside the process that runs the student's code.

A name that a test does not define comes from the student's process: plain values by copy, functions
and other objects as proxies. What lives in an importable module is this process's own.
"""

from ._lesson import Cell, Lesson
from ._process import Judge
from ._student import Student
from ._test_cell import TestRun, run_test
from ._test_names import TestNames
from ._trusted import trusted_names

__all__ = [
    "Cell",
    "Judge",
    "Lesson",
    "Student",
    "TestNames",
    "TestRun",
    "run_test",
    "trusted_names",
]
