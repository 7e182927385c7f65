"""Runs a submission's notebook: its cells and in-kernel tests, and isolated tests beside them.

An isolated test runs in a second session of the sandbox, which no student's code enters. The grader
passes calls and answers on between the two sessions, and reads neither.
"""

from ._cells import Cell, TestContext
from ._runner import NotebookRunner

__all__ = ["Cell", "NotebookRunner", "TestContext"]
