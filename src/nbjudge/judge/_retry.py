"""What is learnt of one submission, try after try.

Most submissions end well. So the first try keeps no state of the notebook's process, which saves a
fork before each cell. When a cell, or a call that a test made, ends the process, how that went is
known; the submission is run again from its start, and the cell is passed over. After a second loss
the state before each cell is kept, and the run goes on from there whatever happens. A test that
takes its own process down is passed over in the same way.

A test's first verdict stands. Else a student could guess, and end the process after a wrong guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..sandbox import CellRun, Ending
from ._cells import Cell

_TRIES = 8
_CAREFREE = 2


class RetryPlan:
    """The cells of one submission, and how they are to be run next.

    Parameters
    ----------
    cells : sequence of Cell
        The notebook's code cells.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = list(cells)
        self._runs: list[CellRun] = []
        self._verdicts: dict[int, CellRun] = {}  # the first of each test
        self._tries = 0
        self.careful = False

    @property
    def over(self) -> bool:
        """Whether there is nothing more to try."""
        return len(self._runs) == len(self.cells) or self._tries >= _TRIES

    def note(self, runs: Sequence[CellRun], lost: CellRun | None) -> None:
        """Take in what a try has given.

        Parameters
        ----------
        runs : sequence of CellRun
            Of the cells up to where a process was lost.
        lost : CellRun, optional
            How the cell after them ended, when it is clear that it lost the process.
        """
        for index, run in enumerate(runs):
            if self.cells[index].test is not None:
                self._verdicts.setdefault(index, run)
        self._runs = [self._verdicts.get(index, run) for index, run in enumerate(runs)]
        self._tries += 1
        missing = len(runs) < len(self.cells)
        self.careful = self._tries >= _CAREFREE or (missing and lost is None)
        if missing and lost is not None:
            self.cells[len(runs)] = replace(self.cells[len(runs)], lost=lost)

    def all_runs(self) -> list[CellRun]:
        """Return one run for each cell; those that no try got to were not run."""
        missing = CellRun(Ending.NOT_RUN, notes=("its processes were lost too often",))
        rest = range(len(self._runs), len(self.cells))
        return self._runs + [self._verdicts.get(index, missing) for index in rest]
