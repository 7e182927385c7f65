"""Rules for the instructor's source: ids, points, no outputs, no stray record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from nbformat import NotebookNode

from ..lesson import Contract, Lesson
from ..notebook.cells import HIDDEN_TESTS, STARTER, grade_id, is_answer, is_test, marks
from ..notebook.starter import StarterError, swap
from ._finding import Finding


def own_findings(notebook: NotebookNode, name: str = "") -> Iterator[Finding]:
    """Return what is wrong with any source notebook.

    Parameters
    ----------
    notebook : NotebookNode
        The instructor's.
    name : str
        Its name.
    """
    for found in (*_ids(notebook), *_starters(notebook)):
        yield replace(found, notebook=name)


def source_findings(notebook: NotebookNode, lesson: Lesson) -> Iterator[Finding]:
    """Return what a lesson's source notebook, and the files beside it, must not have besides."""
    yield from _points(notebook, lesson.contract)
    yield from _outputs(notebook)
    yield from _hidden_tests(notebook)
    for path in lesson.source.rglob(lesson.experiments.SIDECAR):
        text = "It would overwrite each student's own experiments when they are graded: remove it."
        yield Finding("stray-record", str(path.relative_to(lesson.root)), text)


def _ids(notebook: NotebookNode) -> Iterator[Finding]:
    counts = Counter(grade_id(cell) for cell in notebook.cells if marks(cell))
    for name, count in counts.items():
        if name is None:
            cells = (
                "1 cell with nbgrader metadata has" if count == 1 else f"{count} cells with it have"
            )
            text = f"{cells} no grade id: give each its own."
            yield Finding("grade-id", "notebook", text)
        elif count > 1:
            yield Finding(
                "grade-id", name, f"{count} cells have this grade id: rename all but one."
            )


def _points(notebook: NotebookNode, contract: Contract) -> Iterator[Finding]:
    graded = [marks(cell) for cell in notebook.cells if marks(cell).get("grade")]
    found = {str(mark.get("grade_id")): mark.get("points") for mark in graded}
    for name in dict(contract.points) | found:
        has, promised = found.get(name), contract.points.get(name)
        if has != promised:
            text = f"The notebook gives {_told(has)}, the contract says {_told(promised)}."
            yield Finding("points", name, text)


def _told(points: object) -> str:
    if points is None:
        return "no points"
    return f"{points:g} points" if isinstance(points, int | float) else f"{points!r}"


def _outputs(notebook: NotebookNode) -> Iterator[Finding]:
    for cell in notebook.cells:
        if cell.cell_type == "code" and (cell.outputs or cell.execution_count):
            yield Finding("outputs", cell.id, "The source keeps outputs: clear them before saving.")


def _starters(notebook: NotebookNode) -> Iterator[Finding]:
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        try:
            swap(cell.source)
        except StarterError as error:
            yield Finding("starter", cell.id, f"The starter cannot be used: {error}.")
        if STARTER[0] in cell.source and not is_answer(cell):
            yield Finding("starter", cell.id, "Only an answer cell can hold a starter.")


def _hidden_tests(notebook: NotebookNode) -> Iterator[Finding]:
    for cell in notebook.cells:
        if is_test(cell) and HIDDEN_TESTS[0] not in cell.source:
            text = f"Students would get this test whole: it has no {HIDDEN_TESTS[0]!r}."
            yield Finding("hidden-tests", cell.id, text)
