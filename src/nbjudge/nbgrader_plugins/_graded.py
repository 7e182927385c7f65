"""Runs a graded notebook again, with other answers: for the check before a release."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import nbformat
from nbconvert.exporters import NotebookExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode

from .. import verdict
from ..judge import Cell
from ..notebook.cells import grade_id, is_test
from ..sandbox import Ending
from ..verdict import Result, Verdict
from ._course import Course
from .steps import CASE, Case, JudgeCells, ReadyNotebook, is_python, judge, no_score, record

CUT_SHORT = frozenset({Ending.TIME_LIMIT, Ending.DIED, Ending.NOT_RUN})

SHORT_TRACEBACKS = "get_ipython().InteractiveTB.set_mode('Minimal')"
"""Nobody reads them here, and wrong answers make many: whole ones take half of the time."""


@dataclass(frozen=True)
class Rerun:
    """What the tests of a notebook gave.

    Parameters
    ----------
    results : mapping of str to Result
        By grade id.
    cut_short : frozenset of str
        Tests that hit a limit, lost the process or were not run.
    """

    results: Mapping[str, Result]
    cut_short: frozenset[str]


@dataclass(frozen=True)
class GradedNotebook:
    """A notebook of a graded submission.

    Parameters
    ----------
    name : str
        The notebook's.
    notebook : NotebookNode
        As it was autograded.
    ready : ReadyNotebook, optional
        The same before it was run; None when it is not Python's.
    """

    name: str
    notebook: NotebookNode
    ready: ReadyNotebook | None

    @property
    def verdict(self) -> Verdict:
        """What the grader said."""
        return verdict.read(self.notebook.metadata)

    @property
    def tests(self) -> dict[str, Result]:
        """The results of the tests by grade id; answers that a person grades are none."""
        known = {result.grade_id: result for result in self.verdict.results}
        return {name: known[name] for name in self._cells if name in known}

    @property
    def no_scores(self) -> dict[str, str]:
        """Last values of passed tests that are no numbers, as they were shown, by grade id."""
        shown = {name: no_score(cell) for name, cell in self._cells.items()}
        ended = {n for n, c in self._cells.items() if c.metadata.get(verdict.KEY) == Ending.OK}
        return {name: text for name, text in shown.items() if text and name in ended}

    @property
    def isolated(self) -> frozenset[str]:
        """Grade ids of the tests that do not run in the student's process."""
        cells = self.ready.cells if self.ready is not None else ()
        return frozenset(cell.test for cell in cells if cell.test and cell.isolated)

    @property
    def _cells(self) -> dict[str, NotebookNode]:
        return {str(grade_id(cell)): cell for cell in self.notebook.cells if is_test(cell)}

    def rerun(
        self, answers: Mapping[str, str] | None = None, *, in_one_kernel: bool = False
    ) -> Rerun:
        """Run the notebook again.

        Parameters
        ----------
        answers : mapping of str to str
            Sources of answer cells that take the place of what is there, by grade id.
        in_one_kernel : bool
            Whether isolated tests run in the kernel too.
        """
        assert self.ready is not None, "only Python notebooks are run again"
        code = [cell for cell in self.notebook.cells if cell.cell_type == "code"]
        changed = [
            replace(cell, source=(answers or {}).get(grade_id(node) or "", cell.source))
            for cell, node in zip(self.ready.cells, code, strict=True)
        ]
        ready = replace(self.ready, cells=[Cell(SHORT_TRACEBACKS), *changed])
        runs = (ready.in_one_kernel() if in_one_kernel else ready).run()
        runs = runs[len(runs) - len(code) :]  # without those of the cells put before
        results, cut_short = {}, set()
        for node, run in zip(code, runs, strict=True):
            if is_test(node):
                cell = copy.deepcopy(node)
                cell.metadata.pop(verdict.KEY, None)
                list(record(cell, run))
                result = judge(cell)
                results[result.grade_id] = result
                if run.ending in CUT_SHORT:
                    cut_short.add(result.grade_id)
        return Rerun(results, frozenset(cut_short))


def graded_notebooks(
    course: Course,
    assignment: str,
    student: str,
    *,
    made: Collection[str] = (),
    seconds: float | None = None,
) -> list[GradedNotebook]:
    """Return the notebooks of a submission that was graded, in the order of their names.

    Parameters
    ----------
    course : Course
        The course.
    assignment, student : str
        Whose submission of what.
    made : collection of str
        Names of files that grading puts beside the notebook for isolated tests.
    seconds : float, optional
        What a cell may take when it is run again, if not the usual; all together four times that.
    """
    converter = course.converter(assignment)
    masters = converter.load_brief().masters
    judging = JudgeCells(parent=NotebookExporter(config=course.config))
    if seconds is not None:
        judging.timeout = min(judging.timeout, max(1, round(seconds)))
        judging.total_seconds = min(judging.total_seconds, 4 * judging.timeout)
    folder = converter.path("autograded", student)
    outputs = {name: (folder / name).read_bytes() for name in made if (folder / name).is_file()}
    found = []
    for name in sorted(masters):
        path = folder / f"{name}.ipynb"
        if path.is_file():
            resources = ResourcesDict(
                metadata=ResourcesDict(path=str(folder), name=name),
                outputs=outputs,
                nbgrader={"assignment": assignment},
            )
            submitted = course.submitted_by(student, assignment)
            resources[CASE] = Case(course.root, submitted, name, masters, Verdict())
            found.append(_graded(name, path, judging, resources))
    return found


def _graded(name: str, path: Path, judging: JudgeCells, resources: ResourcesDict) -> GradedNotebook:
    notebook = nbformat.read(path, as_version=4)
    ready = judging.ready(notebook, resources) if is_python(notebook.metadata) else None
    return GradedNotebook(name, notebook, ready)
