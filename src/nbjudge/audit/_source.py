"""Rules for the instructor's source: ids, points, no outputs, no stray record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from nbformat import NotebookNode

from ..lesson import Contract, Lesson
from ..notebook.cells import HIDDEN_TESTS, STARTER, grade_id, is_answer, is_test, marks
from ..notebook.starter import StarterError, swap
from ._breach import Breach


def source_breaches(notebook: NotebookNode, lesson: Lesson) -> Iterator[Breach]:
    """Return what is wrong with the source notebook and the files beside it."""
    yield from _ids(notebook)
    yield from _points(notebook, lesson.contract)
    yield from _outputs(notebook)
    yield from _starters(notebook)
    yield from _hidden_tests(notebook)
    for path in lesson.source.rglob(lesson.experiments.SIDECAR):
        text = "It would overwrite each student's own experiments when they are graded: remove it."
        yield Breach("stray-record", str(path.relative_to(lesson.root)), text)


def _ids(notebook: NotebookNode) -> Iterator[Breach]:
    counts = Counter(grade_id(cell) for cell in notebook.cells if marks(cell))
    for name, count in counts.items():
        if name is None:
            text = f"{count} cell(s) with nbgrader metadata have no grade id: give each its own."
            yield Breach("grade-id", "notebook", text)
        elif count > 1:
            yield Breach("grade-id", name, f"{count} cells have this grade id: rename all but one.")


def _points(notebook: NotebookNode, contract: Contract) -> Iterator[Breach]:
    graded = [marks(cell) for cell in notebook.cells if marks(cell).get("grade")]
    found = {str(mark.get("grade_id")): mark.get("points") for mark in graded}
    for name in dict(contract.points) | found:
        has, promised = found.get(name), contract.points.get(name)
        if has != promised:
            text = f"The notebook gives {_told(has)}, the contract says {_told(promised)}."
            yield Breach("points", name, text)


def _told(points: object) -> str:
    if points is None:
        return "no points"
    return f"{points:g} points" if isinstance(points, int | float) else f"{points!r}"


def _outputs(notebook: NotebookNode) -> Iterator[Breach]:
    for cell in notebook.cells:
        if cell.cell_type == "code" and (cell.outputs or cell.execution_count):
            yield Breach("outputs", cell.id, "The source keeps outputs: clear them before saving.")


def _starters(notebook: NotebookNode) -> Iterator[Breach]:
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        try:
            swap(cell.source)
        except StarterError as error:
            yield Breach("starter", cell.id, f"The starter cannot be used: {error}.")
        if STARTER[0] in cell.source and not is_answer(cell):
            yield Breach("starter", cell.id, "Only an answer cell can hold a starter.")


def _hidden_tests(notebook: NotebookNode) -> Iterator[Breach]:
    for cell in notebook.cells:
        if is_test(cell) and HIDDEN_TESTS[0] not in cell.source:
            text = f"Students would get this test whole: it has no {HIDDEN_TESTS[0]!r}."
            yield Breach("hidden-tests", cell.id, text)
