"""Autograde: the student's cells run in the sandbox, the test cells in our own process."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, Integer, List, Unicode, default
from traitlets.config import Config

from ... import verdict
from ...judge import Cell, Lesson
from ...notebook.cells import grade_id, is_test
from ...notebook.files import plain_files
from ...notebook.master import INSIDE, Master
from ...sandbox import CellRun, Confinement, Ending, Limits
from ...sandbox.kernels import PROCESSES, Surroundings
from ...verdict import KEY, Kind, Note, Status
from ._case import case_of
from ._kernels import is_python
from ._own_files import bytecode_of, own_files
from ._run import RunCells
from ._warm import imports_of, warm

CELL_SECONDS = 10
"""Time limit of one cell, unless the instructor sets ``c.Execute.timeout``."""

NOT_RUN = Note(Kind.RUN, "Nothing was run: --no-execute.")
IN_ITS_KERNEL = Note(
    Kind.INTEGRITY, "Tests ran in its own kernel, where the student's code can reach them."
)
UNCONFINED = Note(Kind.INTEGRITY, "Graded without a sandbox.")


class JudgeCells(NbGraderPreprocessor):
    """Run a Python notebook; one of another kernel is run by nbclient, and the verdict says so."""

    timeout = Integer(help="Seconds that one cell may take; `Execute.timeout` says.").tag(
        config=True
    )
    total_seconds = Integer(120, help="Seconds that a submission may take.").tag(config=True)
    sandbox = Bool(True, help="Whether student code is shut in.").tag(config=True)
    inside = List(
        Unicode(), help="Assignments whose tests run in the student's process, by name."
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
        notes = [] if self.sandbox else [UNCONFINED]
        for cell, run in self._runs(nb, resources):
            notes += _record(cell, run)
        verdict.write(nb.metadata, begun.noted(*dict.fromkeys([*notes, *self._tests_inside])))
        return nb, resources

    def _runs(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> Iterable[tuple[NotebookNode, CellRun]]:
        master, assignment = case_of(resources).master, resources["nbgrader"]["assignment"]
        folder, root = Path(resources["metadata"]["path"]), case_of(resources).root
        limits = Limits(seconds=self.timeout, total_seconds=self.total_seconds)
        code = [cell for cell in nb.cells if cell.cell_type == "code"]
        locked = tuple(c.source for c in master.cells if c.locked and c.cell_type == "code")
        content, source = _content(folder, limits.files_bytes // 2), root / "source" / assignment
        own = own_files(source, content)
        content |= bytecode_of(own)
        lesson = Lesson(
            locked=(*master.others, *locked),
            answers=tuple(c.released_source for c in master.cells if c.solution),
            files=tuple(own),
        )
        preload = imports_of(lesson.locked, source)
        judge = warm(limits, preload, self.confinement)
        cells = self._cells(code, master, assignment)
        closed = case_of(resources).closed
        return zip(code, judge.judge(cells, lesson, folder, content, closed), strict=True)

    def _cells(self, code: Iterable[NotebookNode], master: Master, assignment: str) -> list[Cell]:
        """Return what the judge is given, and note the tests that it has to let go."""
        tagged = {cell.grade_id for cell in master.cells if INSIDE in cell.tags}
        cells = []
        for cell in code:
            test = grade_id(cell) if is_test(cell) else None
            cells.append(Cell(cell.source, test, assignment in self.inside or test in tagged))
        names = [cell.test for cell in cells if cell.test and cell.inside]
        text = f"Tests ran in the student's process, as the instructor wants: {', '.join(names)}."
        self._tests_inside = [Note(Kind.INTEGRITY, text)] if names else []
        return cells

    @property
    def confinement(self) -> Confinement:
        """What shuts student code in."""
        return Confinement.BUBBLEWRAP if self.sandbox else Confinement.NONE

    def _in_a_kernel(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        limits = Limits(seconds=self.timeout, total_seconds=self.total_seconds, processes=PROCESSES)
        content = _content(Path(resources["metadata"]["path"]), limits.files_bytes // 2)
        around = Surroundings(limits, content) if self.sandbox else None
        runner = RunCells(parent=self.parent, enabled=True, surroundings=around)
        nb, resources = runner.preprocess(nb, resources)
        notes = [IN_ITS_KERNEL, *([] if self.sandbox else [UNCONFINED])]
        verdict.write(nb.metadata, verdict.read(nb.metadata).noted(*notes))
        return nb, resources


def is_to_run(config: Config) -> bool:
    """Whether cells are run: not with ``--no-execute``."""
    return str(config.Execute.get("enabled", True)) not in ("False", "0")


def _content(folder: Path, most: int) -> dict[str, bytes]:
    """Return what stands beside the notebook, small files first, up to a number of bytes."""
    content: dict[str, bytes] = {}
    files = [path for path in plain_files(folder) if path.suffix != ".ipynb"]
    for path in sorted(files, key=lambda path: path.stat().st_size):
        most -= path.stat().st_size
        if most < 0:
            break
        content[path.relative_to(folder).as_posix()] = path.read_bytes()
    return content


def _record(cell: NotebookNode, run: CellRun) -> Iterable[Note]:
    """Put a run into its cell and return what there is to note."""
    cell.outputs = [NotebookNode(output) for output in run.outputs]
    cell.execution_count = run.execution_count
    if run.ending is not Ending.NOT_RUN:
        cell.metadata[KEY] = str(run.ending)
    name = grade_id(cell)
    where = f"The cell {name!r}" if name else "A cell of the student's own"
    if run.ending in {Ending.TIME_LIMIT, Ending.DIED}:
        how = "hit the time limit" if run.ending is Ending.TIME_LIMIT else "ended its process"
        yield Note(Kind.RUN, f"{where} {how}.", name)
    elif run.ending is Ending.NOT_RUN:
        yield Note(Kind.RUN, f"{where} was not run: {'; '.join(run.notes)}.", name)
    else:
        yield from (Note(Kind.INFO, f"{where}: {text}.", name) for text in run.notes)
