"""Runs the instructor's test cells outside the process that runs the student's code.

A name that a test does not define comes from the student's process: plain values by copy, functions
and other objects as proxies. What lives in an importable module is this process's own.
"""

from ._notebook import Cell, Lesson, judge_notebook
from ._student import Student
from ._test_cell import TestRun, run_test
from ._test_names import TestNames
from ._trusted import trusted_names

__all__ = [
    "Cell",
    "Lesson",
    "Student",
    "TestNames",
    "TestRun",
    "judge_notebook",
    "run_test",
    "trusted_names",
]
