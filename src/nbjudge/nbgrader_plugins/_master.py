"""Reads the master copy of an assignment from the gradebook."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Gradebook, MissingEntry

from ..notebook.cells import grade_id
from ..notebook.files import plain_files
from ..notebook.master import Master, MasterCell
from ..notebook.reading import UnreadableError, read_notebook


def load_masters(gradebook: Gradebook, assignment: str, release: Path) -> dict[str, Master]:
    """Return the notebooks of an assignment by name; an empty dict when it is unknown.

    Parameters
    ----------
    gradebook : Gradebook
        Holds the cells' sources, with hidden tests, and their points.
    assignment : str
        The assignment's name.
    release : Path
        The release folder: it tells the order of the cells and their tags, which the gradebook
        does not store.
    """
    try:
        notebooks = gradebook.find_assignment(assignment).notebooks
    except MissingEntry:
        return {}
    return {notebook.name: _master(notebook, release) for notebook in notebooks}


def _master(notebook: Any, release: Path) -> Master:
    graded = {cell.name: cell for cell in notebook.grade_cells}
    tasks = {cell.name: cell for cell in notebook.task_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    every = _released(release / f"{notebook.name}.ipynb")
    released = {name: cell for cell in every if (name := grade_id(cell))}
    others = [c.source for c in every if not grade_id(c) and c.cell_type == "code"]
    order = {name: index for index, name in enumerate(released)}
    cells = [
        replace(_cell(source, graded | tasks, tasks, solutions), tags=_tags(released, source.name))
        for source in notebook.source_cells
    ]
    last = len(order)
    cells.sort(key=lambda cell: order.get(cell.grade_id, last))
    return Master(notebook.name, tuple(cells), tuple(others))


def _cell(
    source: Any, scored: dict[str, Any], tasks: dict[str, Any], solutions: set[str]
) -> MasterCell:
    return MasterCell(
        grade_id=source.name,
        cell_type=source.cell_type,
        source=source.source,
        checksum=source.checksum,
        grade=source.name in scored and source.name not in tasks,
        solution=source.name in solutions,
        locked=source.locked,
        task=source.name in tasks,
        points=float(scored[source.name].max_score) if source.name in scored else None,
    )


def _released(path: Path) -> list[NotebookNode]:
    """Return the released cells in their order; nothing when there is no release."""
    try:
        return list(read_notebook(path).cells)
    except UnreadableError:
        return []


def _tags(released: dict[str, NotebookNode], name: str) -> tuple[str, ...]:
    return tuple(released[name].metadata.get("tags", ())) if name in released else ()


def standard_of(root: Path, assignment: str) -> str:
    """Return a hash over the lesson's grading code, without its demo class."""
    folder = root / "grading" / assignment
    files = [path for path in plain_files(folder) if "cohort" not in path.parts]
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    return hashlib.sha256("".join(digests).encode()).hexdigest()
