"""Autograde: runs a submission in the sandbox, its tests in the notebook's process or isolated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearHiddenTests, NbGraderPreprocessor
from traitlets import Bool, Integer, List, Unicode, default
from traitlets.config import Config

from ... import verdict
from ...judge import Cell, NotebookRunner, TestContext
from ...lesson import isolates_tests
from ...notebook.cells import grade_id, is_test
from ...notebook.leaks import HiddenLines, cells_that_show
from ...notebook.master import IN_KERNEL, ISOLATED, Master
from ...sandbox import CellRun, Confinement, Ending, Limits, Session
from ...sandbox.kernels import PROCESSES, Surroundings
from ...verdict import KEY, Kind, Note, Status
from ._beside import Beside, beside, bytecode_of, room_for
from ._case import Case, case_of
from ._kernels import is_python
from ._run import RunCells
from ._warm import imports_of, warm
from ._written import MOST_BYTES, put_written

CELL_SECONDS = 10
"""Time limit of one cell, unless the instructor sets ``c.Execute.timeout``."""

NOT_RUN = Note(Kind.RUN, "Nothing was run: --no-execute.")
UNCONFINED = Note(Kind.INTEGRITY, "Graded without a sandbox.")


@dataclass(frozen=True)
class _Submission:
    """One notebook of one submission, as its tests were written for it."""

    assignment: str
    case: Case
    folder: Path
    made: Mapping[str, bytes]
    """Files that the steps before have put beside the notebook."""

    @property
    def master(self) -> Master:
        return self.case.master

    @property
    def instructors(self) -> Iterator[str]:
        """Yield the instructor's code in all notebooks: one sandbox serves them all."""
        for master in self.case.masters.values():
            yield from master.others
            for cell in master.cells:
                if cell.cell_type == "code" and (cell.locked or cell.solution):
                    yield cell.source if cell.locked else cell.released_source

    @property
    def beside(self) -> Beside:
        """What stands beside the notebook, and the notebooks."""
        return beside(self.folder, self.source, handed_in=self.case.folder)

    @property
    def source(self) -> Path:
        """The instructor's folder."""
        return self.case.root / "source" / self.assignment

    @property
    def grading(self) -> Path:
        """What only graders see of the lesson."""
        return self.case.root / "grading" / self.assignment


@dataclass(frozen=True)
class ReadyNotebook:
    """A notebook that is ready to be run.

    Parameters
    ----------
    runner : NotebookRunner
        The sandbox.
    cells : sequence of Cell
        Its code cells, each test in the way that it is to be run.
    context : TestContext, optional
        What isolated tests have; None when there are none.
    files : mapping of str to bytes
        What stands beside the notebook, by relative path.
    large : mapping of str to Path
        The same for files that are to be copied without being read.
    """

    runner: NotebookRunner
    cells: Sequence[Cell]
    context: TestContext | None
    files: Mapping[str, bytes]
    large: Mapping[str, Path]

    def run(self, folder: Path | None = None, closed: Collection[str] = ()) -> list[CellRun]:
        """Run it and return how each cell ended.

        Parameters
        ----------
        folder : Path, optional
            Where files go that the notebook's code has written.
        closed : collection of str
            Those that may not.
        """

        def take(session: Session) -> None:
            if folder is not None:
                put_written(session.written(MOST_BYTES), folder, closed)

        return self.runner.run(self.cells, self.context, self.files, self.large, take)

    def in_one_kernel(self) -> ReadyNotebook:
        """Return the notebook with every test in the kernel, and a first cell more.

        The kernel is then in a course folder, as nbgrader's own is, for isolated tests may read
        what only graders have. So this is for the instructor's own code.
        """
        context = self.context or TestContext()
        place = f"{context.place}/" if context.place else ""
        enter = (
            f"import os, sys\nos.chdir({place or '.'!r})\nsys.path[0] = os.getcwd()\ndel os, sys"
        )
        return replace(
            self,
            cells=[Cell(enter), *(replace(cell, isolated=False) for cell in self.cells)],
            context=None,
            files={**context.files, **{place + name: each for name, each in self.files.items()}},
            large={**context.large, **{place + name: path for name, path in self.large.items()}},
        )


class JudgeCells(NbGraderPreprocessor):
    """Run a Python notebook; one of another kernel is run by nbclient."""

    timeout = Integer(help="Seconds that one cell may take; `Execute.timeout` says.").tag(
        config=True
    )
    total_seconds = Integer(120, help="Seconds that a submission may take.").tag(config=True)
    sandbox = Bool(True, help="Whether student code is shut in.").tag(config=True)
    isolated = List(
        Unicode(), help="Assignments whose tests run outside the student's process, by name."
    ).tag(config=True)

    @default("timeout")
    def _default_timeout(self) -> int:
        said = str(self.config.Execute.get("timeout", CELL_SECONDS))  # text from a command line
        seconds = int(float(said)) if said != "None" else 0  # None and -1 mean no limit
        return seconds if seconds > 0 else self.total_seconds

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run one submission; one that could not be read is left as it is."""
        begun = verdict.read(nb.metadata)
        if begun.status is Status.UNREADABLE:
            return nb, resources
        if not is_to_run(self.config):
            verdict.write(nb.metadata, begun.noted(NOT_RUN))
            return nb, resources
        if not is_python(nb.metadata):
            return self._in_a_kernel(nb, resources)
        submission = _submission(resources)
        notes = [] if self.sandbox else [UNCONFINED]
        there = submission.beside
        notes += there.notes
        ready = self._ready(nb, submission, there)
        for cell, run in zip(
            _code(nb), ready.run(submission.folder, submission.case.closed), strict=True
        ):
            notes += record(cell, run)
        notes += self._leaks(nb)
        begun = replace(begun, isolated=all(c.isolated for c in ready.cells if c.test))
        verdict.write(nb.metadata, begun.noted(*dict.fromkeys(notes)))
        return nb, resources

    def ready(self, nb: NotebookNode, resources: ResourcesDict) -> ReadyNotebook:
        """Return a repaired Python notebook of a submission as `preprocess` would run it."""
        submission = _submission(resources)
        return self._ready(nb, submission, submission.beside)

    def _ready(self, nb: NotebookNode, submission: _Submission, there: Beside) -> ReadyNotebook:
        limits = Limits(
            seconds=self.timeout,
            total_seconds=self.total_seconds,
            files_bytes=room_for(submission.source),
        )
        preload = imports_of(submission.instructors, submission.source, submission.grading)
        environment = RunCells(parent=self.parent).environment
        runner = warm(limits, preload, self.confinement, tuple(sorted(environment.items())))
        cells = self._cells(nb, submission)
        context = self._context(submission) if any(cell.isolated for cell in cells) else None
        files = {**there.files, **bytecode_of(there.own)}
        return ReadyNotebook(runner, cells, context, files, there.large)

    def _leaks(self, nb: NotebookNode) -> list[Note]:
        """Return a note of the cells that show a line of a hidden test."""
        lines = HiddenLines(nb, hidden_test_delimiters(self.config))
        names = cells_that_show(lines, nb.cells)
        if not names:
            return []
        text = f"Lines of hidden tests are in the output of: {', '.join(dict.fromkeys(names))}."
        return [Note(Kind.INTEGRITY, text)]

    def _cells(self, nb: NotebookNode, submission: _Submission) -> list[Cell]:
        """Return what is to be run, each test in the way that it is to be run."""
        assignment, known = submission.assignment, submission.master.by_id
        usual = assignment in self.isolated or isolates_tests(submission.grading)
        cells = []
        for cell in _code(nb):
            own = known.get(grade_id(cell) or "")
            test = grade_id(cell) if is_test(cell) else None
            tags = own.tags if own is not None else ()
            isolated = ISOLATED in tags or (usual and IN_KERNEL not in tags)
            locked = own is not None and own.locked and test is None
            cells.append(Cell(cell.source, test, test is not None and isolated, locked))
        return cells

    def _context(self, submission: _Submission) -> TestContext:
        """Return what isolated tests have: a small course folder with nothing of a student's."""
        master, there = submission.master, beside(submission.source, submission.source)
        place = f"source/{submission.assignment}"
        grading = f"grading/{submission.assignment}"
        graders = beside(submission.grading, submission.grading, but=("cohort",))
        return TestContext(
            answers=tuple(c.released_source for c in master.cells if c.solution),
            others=master.others,
            files={
                **{f"{grading}/{name}": content for name, content in graders.files.items()},
                **{f"{place}/{name}": content for name, content in there.files.items()},
                **{f"{place}/{name}": content for name, content in submission.made.items()},
            },
            large={f"{place}/{name}": path for name, path in there.large.items()},
            place=place,
        )

    @property
    def confinement(self) -> Confinement:
        """What shuts student code in."""
        return Confinement.BUBBLEWRAP if self.sandbox else Confinement.NONE

    def _in_a_kernel(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        submission = _submission(resources)
        there = submission.beside
        limits = Limits(
            seconds=self.timeout,
            total_seconds=self.total_seconds,
            processes=PROCESSES,
            files_bytes=room_for(submission.source),
        )
        around = Surroundings(limits, there.all_files()) if self.sandbox else None
        runner = RunCells(parent=self.parent, enabled=True, surroundings=around)
        nb, resources = runner.preprocess(nb, resources)
        notes = [*there.notes, *([] if self.sandbox else [UNCONFINED])]
        verdict.write(nb.metadata, verdict.read(nb.metadata).noted(*notes))
        return nb, resources


def _submission(resources: ResourcesDict) -> _Submission:
    return _Submission(
        assignment=resources["nbgrader"]["assignment"],
        case=case_of(resources),
        folder=Path(resources["metadata"]["path"]),
        made={str(name): content for name, content in resources.get("outputs", {}).items()},
    )


def _code(nb: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in nb.cells if cell.cell_type == "code"]


def hidden_test_delimiters(config: Config) -> tuple[str, str]:
    """Return what a line holds with which a hidden test begins or ends, as nbgrader's release."""
    release = ClearHiddenTests(config=config)
    return release.begin_test_delimeter, release.end_test_delimeter


def is_to_run(config: Config) -> bool:
    """Whether cells are run: not with ``--no-execute``."""
    return str(config.Execute.get("enabled", True)) not in ("False", "0")


def record(cell: NotebookNode, run: CellRun) -> Iterable[Note]:
    """Put a run into its cell and return what there is to note."""
    cell.outputs = [NotebookNode(output) for output in run.outputs]
    cell.execution_count = run.execution_count
    if run.ending is not Ending.NOT_RUN:
        cell.metadata[KEY] = str(run.ending)
    name = grade_id(cell)
    where = f"The cell {name!r}" if name else "A cell of the student's own"
    if run.ending is Ending.NOT_JUDGED:
        return  # the score's own message tells why
    if run.ending in {Ending.TIME_LIMIT, Ending.DIED}:
        how = "hit the time limit" if run.ending is Ending.TIME_LIMIT else "ended its process"
        yield Note(Kind.RUN, f"{where} {how}.", name)
    elif run.ending is Ending.NOT_RUN:
        yield Note(Kind.RUN, f"{where} was not run: {'; '.join(run.notes)}.", name)
    else:
        yield from (Note(Kind.INFO, f"{where}: {text}.", name) for text in run.notes)
