"""Autograde: the student's cells run in the sandbox, the test cells in our own process."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, Integer

from .. import verdict
from ..judge import Cell, Lesson, judge_notebook
from ..notebook.cells import grade_id, is_test
from ..notebook.files import plain_files
from ..notebook.master import Master
from ..sandbox import CellRun, Confinement, Ending, Limits
from ..verdict import KEY, Kind, Note, Status
from ._case import case_of
from ._run import RunCells
from ._warm import imports_of, warm

UNCONFINED = Note(Kind.INTEGRITY, "Graded without a sandbox.")


class JudgeCells(NbGraderPreprocessor):
    """Run a Python notebook; one of another kernel is run by nbclient, and the verdict says so."""

    timeout = Integer(10, help="Seconds that one cell may take.").tag(config=True)
    total_seconds = Integer(120, help="Seconds that a submission may take.").tag(config=True)
    sandbox = Bool(True, help="Whether student code is shut in.").tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run one submission; one that could not be read is left as it is."""
        begun = verdict.read(nb.metadata)
        if begun.status is Status.UNREADABLE:
            return nb, resources
        if nb.metadata.get("kernelspec", {}).get("language", "python") != "python":
            return self._in_a_kernel(nb, resources)
        folder = Path(resources["metadata"]["path"])
        notes = [] if self.sandbox else [UNCONFINED]
        source = case_of(resources).root / "source" / resources["nbgrader"]["assignment"]
        with contextlib.chdir(folder):
            for cell, run in self._runs(nb, case_of(resources).master, folder, source):
                notes += _record(cell, run)
        verdict.write(nb.metadata, begun.noted(*dict.fromkeys(notes)))
        return nb, resources

    def _runs(
        self, nb: NotebookNode, master: Master, folder: Path, source: Path
    ) -> Iterator[tuple[NotebookNode, CellRun]]:
        code = [cell for cell in nb.cells if cell.cell_type == "code"]
        cells = [Cell(cell.source, grade_id(cell) if is_test(cell) else None) for cell in code]
        lesson = Lesson(
            locked=tuple(c.source for c in master.cells if c.locked and c.cell_type == "code"),
            answers=tuple(c.released_source for c in master.cells if c.solution),
        )
        limits = Limits(seconds=self.timeout, total_seconds=self.total_seconds)
        content = _content(folder, limits.files_bytes // 2)
        zygote = warm(limits, imports_of(lesson.locked, source), self.confinement)
        yield from zip(code, judge_notebook(cells, lesson, zygote, content), strict=True)

    @property
    def confinement(self) -> Confinement:
        """What shuts student code in."""
        return Confinement.BUBBLEWRAP if self.sandbox else Confinement.NONE

    def _in_a_kernel(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        text = (
            "Its kernel is not Python's: student code and tests ran together, not in the sandbox."
        )
        nb, resources = RunCells(parent=self.parent, enabled=True).preprocess(nb, resources)
        found = verdict.read(nb.metadata)
        verdict.write(nb.metadata, found.noted(Note(Kind.INTEGRITY, text)))
        return nb, resources


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
