"""Runs one cell as a kernel does."""

# mypy: disable-error-code=no-untyped-call
# IPython's methods have no types.

from __future__ import annotations

import sys
from typing import Any

from . import interrupts
from .descriptors import Descriptors
from .journal import Journal
from .kernel_tests import KernelTests
from .loops import Loop
from .shell import NotebookShell


class Cells:
    """Runs the cells of one notebook.

    Parameters
    ----------
    shell : NotebookShell
        Where their names live.
    descriptors : Descriptors
        Where the output of C libraries and other programs is found.
    """

    def __init__(self, shell: NotebookShell, descriptors: Descriptors) -> None:
        self._shell = shell
        self._descriptors = descriptors
        self._tests = KernelTests(shell)
        self.begin_loop()

    def begin_loop(self) -> None:
        """Have a new event loop; tasks of the old one are forgotten."""
        self._loop = Loop()

    def run_test(self, source: str, journal: Journal) -> tuple[bool, int]:
        """Run a test; it fails, as with nbgrader, when it shows an error or writes to stderr.

        Not when that was the student's code: a warning in a right answer is no failure.
        """
        with self._tests.room(journal):
            well, count = self.run(source)
        return well and not journal.blamed, count

    def run(self, source: str) -> tuple[bool, int]:
        """Run a cell; return whether it ended well, and its number."""
        count = self._shell.execution_count
        try:
            with interrupts.heard():
                well = self._run(source)
        except BaseException as error:  # a KeyboardInterrupt outside the student's own lines
            self._shell.showtraceback((type(error), error, error.__traceback__))
            well = False
        self._descriptors.finish()
        if self._shell.execution_count == count:  # the cell was cut off before it was counted
            self._shell.execution_count += 1
        return well, count

    def _run(self, source: str) -> bool:
        if "await" in source or "async" in source:
            transformed, failure = self._transform(source)
            if self._shell.should_run_async(
                source, transformed_cell=transformed, preprocessing_exc_tuple=failure
            ):
                return self._loop.run(self._run_async(source, transformed))
        result = self._loop.call(lambda: self._shell.run_cell(source, store_history=True))
        return self._ended_well(result)

    async def _run_async(self, source: str, transformed: str) -> bool:
        result = None
        try:
            result = await self._shell.run_cell_async(
                source, store_history=True, transformed_cell=transformed
            )
        finally:
            self._shell.events.trigger("post_execute")
            self._shell.events.trigger("post_run_cell", result)
        return self._ended_well(result)

    def _transform(self, source: str) -> tuple[str, Any]:
        """Return what IPython makes of a cell's magics, and what went wrong with it."""
        try:
            return self._shell.transform_cell(source), None
        except Exception:
            return source, sys.exc_info()

    def _ended_well(self, result: Any) -> bool:
        error = result.error_before_exec or result.error_in_exec
        left = isinstance(error, SystemExit) and self._shell.passes_over_exits
        return error is None or left
