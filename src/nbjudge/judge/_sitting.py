"""What is learnt of one submission, try after try.

Most submissions end well. So the first try keeps no state of the notebook's process, which saves a
fork before each cell. When a cell, or a call that a test made, ends the process, how that went is
known; the submission is run again from its start, and the cell is passed over. After a second loss
the state before each cell is kept, and the run goes on from there whatever happens. A test that
takes the judge's own process down is passed over in the same way.

A test's first verdict stands. Else a student could guess, and end the process after a wrong guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..sandbox import CellRun, Ending
from ._lesson import Cell

_TRIES = 8
_CAREFREE = 2

_OF_THE_JUDGE = {
    "time": (Ending.TIME_LIMIT, "TimeLimit", "The test itself did not end in time."),
    "death": (Ending.DIED, "TestDied", "The test itself ended the judge's process."),
}
"""How a test ended that took its judge down."""


@dataclass(frozen=True)
class End:
    """How a try ended.

    Parameters
    ----------
    reason : str
        ``done``; ``lost`` for the notebook's process; ``time`` or ``death`` for the judge's; else a
        sentence that says what failed.
    lost : CellRun, optional
        How the cell ended that lost the notebook's process, when it is clear which one did.
    spent : float
        Seconds that the student's code has taken so far, in this try and those before.
    """

    reason: str
    lost: CellRun | None = None
    spent: float = 0.0


class Sitting:
    """The cells of one submission, and how they are to be run next.

    Parameters
    ----------
    cells : sequence of Cell
        The notebook's code cells.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = list(cells)
        self.runs: list[CellRun] = []
        self._verdicts: dict[int, CellRun] = {}  # the first of each test
        self.reason = ""
        self.spent = 0.0
        self.tries = 0
        self.careful = False

    @property
    def over(self) -> bool:
        """Whether there is nothing more to try."""
        return len(self.runs) == len(self.cells) or self.tries >= _TRIES

    def note(self, runs: list[CellRun], end: End) -> None:
        """Take in what a try has given."""
        for index, run in enumerate(runs):
            if self.cells[index].test is not None:
                self._verdicts.setdefault(index, run)
        self.runs = [self._verdicts.get(index, run) for index, run in enumerate(runs)]
        self.reason, self.spent = end.reason, end.spent
        self.tries += 1
        self.careful = self.tries >= _CAREFREE or (end.reason == "lost" and end.lost is None)
        if len(runs) < len(self.cells):
            self._pass_over(len(runs), end)

    def _pass_over(self, index: int, end: End) -> None:
        lost = end.lost
        if end.reason in _OF_THE_JUDGE and self.cells[index].test is not None:
            ending, name, text = _OF_THE_JUDGE[end.reason]
            error = {"output_type": "error", "ename": name, "evalue": text, "traceback": [text]}
            lost = CellRun(ending, [error])
        if lost is not None:
            self.cells[index] = replace(self.cells[index], lost=lost)

    def all_runs(self) -> list[CellRun]:
        """Return one run for each cell; those that no try got to were not run."""
        missing = CellRun(Ending.NOT_RUN, notes=("tests took their judge down too often",))
        rest = range(len(self.runs), len(self.cells))
        return self.runs + [self._verdicts.get(index, missing) for index in rest]
