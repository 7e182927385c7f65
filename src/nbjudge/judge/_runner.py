"""Runs whole notebooks, one submission after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ..sandbox import CellRun, Confinement, Ending, Limits, Lost, SandboxError, Session, Zygote
from ._cells import Cell, TestContext
from ._definitions import Definition, definitions, imports, made_by
from ._isolated import IsolatedTest, error_output
from ._retry import RetryPlan


class _SessionLost(Exception):
    """A session cannot go on; ``run`` is how the cell ended that did it, if that is clear."""

    def __init__(self, run: CellRun | None) -> None:
        super().__init__("a session is over")
        self.run = run


@dataclass(frozen=True)
class Folder:
    """What stands beside the notebook.

    Parameters
    ----------
    files : mapping of str to bytes
        By relative path.
    large : mapping of str to Path
        The same for files that are not to be read into this process.
    """

    files: Mapping[str, bytes]
    large: Mapping[str, Path]


class NotebookRunner:
    """A sandbox that is started once, and runs submissions in forks of it.

    Parameters
    ----------
    limits : Limits
        For each submission's own code, and as much again for its isolated tests.
    preload : tuple of str
        Modules that are loaded once.
    confinement : Confinement
        What shuts the code in.
    environment : tuple of (str, str)
        Variables that the instructor wants the code to see.
    """

    def __init__(
        self,
        limits: Limits,
        preload: tuple[str, ...],
        confinement: Confinement,
        environment: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self._zygote = Zygote(limits, preload, confinement, environment=dict(environment))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the sandbox and wait until everything is loaded; SandboxError when it cannot."""
        self._zygote.start()

    def close(self) -> None:
        """End the sandbox."""
        self._zygote.close()

    def run(
        self,
        cells: Sequence[Cell],
        context: TestContext | None = None,
        files: Mapping[str, bytes] | None = None,
        large: Mapping[str, Path] | None = None,
        written: Callable[[Session], None] | None = None,
    ) -> list[CellRun]:
        """Run a submission's cells and return how each ended.

        A cell that takes a process down is passed over when the submission is run again.

        Parameters
        ----------
        cells : sequence of Cell
            The notebook's code cells.
        context : TestContext, optional
            What isolated tests have beside the cells.
        files : mapping of str to bytes
            What stands beside the notebook, by relative path.
        large : mapping of str to Path
            The same for files that are to be copied without being read here.
        written : callable, optional
            Is given the student's session at its end, to take the files that were written there.
        """
        plan, spent = RetryPlan(cells), [0.0, 0.0]
        while not plan.over:
            with ExitStack() as opened:
                run = _Run(self, opened, Folder(files or {}, large or {}), context, plan, spent)
                runs: list[CellRun] = []
                lost = None
                try:
                    for each in run.all():
                        runs.append(each)
                    if written is not None:
                        written(run.student)
                except _SessionLost as loss:
                    lost = loss.run
                spent = run.spent
            plan.note(runs, lost)
        return plan.all_runs()

    def session(self, files: Folder, place: str, *, careful: bool, spent: float) -> Session:
        """Open a session; a sandbox that has gone is started once more."""
        with suppress(SandboxError):
            return self._session(files, place, careful, spent)
        self.close()
        self.start()
        return self._session(files, place, careful, spent)

    def _session(self, files: Folder, place: str, careful: bool, spent: float) -> Session:
        return self._zygote.session(
            files.files, files.large, place=place, careful=careful, spent=spent
        )


class _Run:
    """One try at a submission: the student's session, and one for isolated tests if there are."""

    def __init__(
        self,
        runner: NotebookRunner,
        opened: ExitStack,
        folder: Folder,
        context: TestContext | None,
        plan: RetryPlan,
        spent: Sequence[float],
    ) -> None:
        self._runner = runner
        self._opened = opened
        self._context = context or TestContext()
        self._plan = plan
        self._spent = spent
        self._tests: Session | None = None
        self.student = self._open(folder, "", spent[0])
        self._pending: list[Definition] = list(imports(self._context.others))
        locked = tuple(cell.source for cell in plan.cells if cell.locked)
        self._definitions = iter(definitions(locked))
        self._made: set[str] = set()  # by the tests so far

    @property
    def spent(self) -> list[float]:
        """Seconds that the student's code and the isolated tests have taken so far."""
        tests = self._tests.spent if self._tests is not None else self._spent[1]
        return [self.student.spent, tests]

    def all(self) -> Iterator[CellRun]:
        """Run the cells in order and yield how each ended.

        Raises
        ------
        _SessionLost
            When a process is gone and its session cannot go on.
        """
        for cell in self._plan.cells:
            if cell.locked:
                self._define(next(self._definitions))
            run = cell.lost if cell.lost is not None else self._run(cell)
            if cell.isolated:
                self._made |= made_by(cell.source)
            if self.student.over is not None:
                clear = run.ending in (Ending.DIED, Ending.TIME_LIMIT)
                raise _SessionLost(run if clear else None)
            if self._tests is not None and self._tests.over is not None:
                raise _SessionLost(run)
            yield run

    def _define(self, found: Iterable[Definition]) -> None:
        self._pending += found
        self._made -= {name for source, *names in found if not source for name in names}

    def _run(self, cell: Cell) -> CellRun:
        if not cell.isolated or cell.test is None:
            return self.student.run(cell.source, grade_id=cell.test)
        return self._test(cell.source, cell.test)

    def _test(self, source: str, grade_id: str) -> CellRun:
        if self._tests is None:
            files = Folder(self._context.files, self._context.large)
            self._tests = self._open(files, self._context.place, self._spent[1])
        pending, self._pending = self._pending, []
        test = IsolatedTest(self._tests, self.student)
        try:
            return test.run(source, grade_id, pending, self._context, self._made)
        except Lost as lost:
            self._pending = pending + self._pending  # the state that goes on has not seen them
            text = f"The test itself did not get to its end: {lost.reason}."
            return CellRun(Ending.NOT_JUDGED, [error_output("TestLost", text)])

    def _open(self, folder: Folder, place: str, spent: float) -> Session:
        session = self._runner.session(folder, place, careful=self._plan.careful, spent=spent)
        return self._opened.enter_context(session)
