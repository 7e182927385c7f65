"""Runs a whole notebook: the student's cells in the sandbox, the test cells here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ..sandbox import CellRun, Ending, Session
from ._conventions import uses
from ._lesson import Cell
from ._mirror import Mirror, is_about_files
from ._source import compiled, title
from ._stopwatch import Stopwatch
from ._test_cell import run_test
from ._test_names import TestNames


class ProcessLost(Exception):
    """The notebook's process was lost; ``run`` is the cell that did it, if that is clear."""

    def __init__(self, run: CellRun | None) -> None:
        super().__init__("the notebook's process was lost")
        self.run = run


class Court:
    """Judges one submission.

    Parameters
    ----------
    session : Session
        The submission's sandbox.
    names : TestNames
        Those that its tests see.
    mirror : Mirror
        Between the tests' world and the student's.
    stopwatch : Stopwatch
        For each test.
    """

    def __init__(
        self, session: Session, names: TestNames, mirror: Mirror, stopwatch: Stopwatch
    ) -> None:
        self._session = session
        self._names = names
        self._mirror = mirror
        self._stopwatch = stopwatch

    def judge(self, cells: Iterable[Cell]) -> Iterator[CellRun]:
        """Run the cells in order and yield how each ended.

        Raises
        ------
        ProcessLost
            When the notebook's process is gone and its session cannot go on.
        """
        for cell in cells:
            run = cell.lost if cell.lost is not None else self._run(cell)
            if self._session.over is not None:
                raise ProcessLost(run if run.ending in (Ending.DIED, Ending.TIME_LIMIT) else None)
            yield run
        self._mirror.take_files()

    def _run(self, cell: Cell) -> CellRun:
        if cell.test is None or cell.inside:
            return self._session.run(cell.source)
        return self._test(cell.source, cell.test)

    def _test(self, source: str, grade_id: str) -> CellRun:
        self._session.take_outputs()  # those of the cell before are there already
        self._mirror.begin_cell(source)
        run = run_test(source, self._names, self._stopwatch, cell=grade_id)
        written, notes = self._session.take_outputs()
        return CellRun(run.ending, run.outputs() + _asides(written), None, notes)


def read_ahead(source: str, grade_id: str) -> None:
    """Read a test, so that whoever is forked from this process need not."""
    with suppress(SyntaxError, ValueError, RecursionError):  # the test itself will say so
        compiled(source, title(grade_id))
        uses(source)
        is_about_files(source)


def _asides(written: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what the student's code wrote during a test, so that it cannot pose as the test's.

    Text is shown as error output; results and errors are the test's alone.
    """
    return [
        dict(output) | ({"name": "stderr"} if output["output_type"] == "stream" else {})
        for output in written
        if output["output_type"] in {"stream", "display_data"}
    ]
