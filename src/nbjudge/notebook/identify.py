"""Finds the cell of a submission that stands for each cell of the master copy."""

from __future__ import annotations

import re

from nbformat import NotebookNode

from .cells import grade_id, marks
from .master import Master, MasterCell

Found = dict[str, NotebookNode]
"""Grade id → the submission's cell."""

STUBS = ("YOUR ANSWER HERE", "# YOUR CODE HERE\nraise NotImplementedError()")
"""nbgrader's own stubs: they stand in every assignment, and identify none."""


def identify(notebook: NotebookNode, master: Master) -> tuple[Found, list[str], list[str]]:
    """Return the cells by grade id, the ids that were there twice, and those that were lost.

    A cell is known by its grade id (the last that bears it counts), else by its cell id, else by
    the source that was released, else by its place between two cells that are known.
    """
    bearing = {cell.grade_id: _bearing(notebook, cell) for cell in master.cells}
    found: Found = {name: cells[-1] for name, cells in bearing.items() if cells}
    doubled = [name for name, cells in bearing.items() if len(cells) > 1]
    recognised: list[str] = []
    for look in (_by_cell_id, _by_source, _by_place):
        if look is _by_place and not belongs(notebook, found, master):
            break
        for wanted in [cell for cell in master.cells if cell.grade_id not in found]:
            cell = look(notebook, wanted, found, master)
            if cell is not None:
                found[wanted.grade_id] = cell
                recognised.append(wanted.grade_id)
    order = [cell.grade_id for cell in master.cells]
    return found, doubled, sorted(recognised, key=order.index)


def _bearing(notebook: NotebookNode, wanted: MasterCell) -> list[NotebookNode]:
    """Return the cells that bear a grade id; the last is the one that counts.

    Of answers that is the last one written, of the instructor's cells the one that was handed out.
    """
    cells = [cell for cell in notebook.cells if grade_id(cell) == wanted.grade_id]
    if not wanted.solution:
        cells.sort(key=lambda cell: cell.get("id") == wanted.cell_id)
    return cells


def belongs(notebook: NotebookNode, found: Found, master: Master) -> bool:
    """Whether the notebook is one of the assignment.

    Setup cells are everybody's, and another lesson may have checkpoints of the same name: answers
    and tests must have been found, and more of them than the notebook has of its own. Of a notebook
    without any, there must be none.
    """
    known = {cell.grade_id for cell in master.cells}
    strange = [c for c in notebook.cells if marks(c).get("grade") and grade_id(c) not in known]
    wanted = [cell for cell in master.cells if cell.grade or cell.solution]
    ours = [cell for cell in wanted if cell.grade_id in found]
    return len(ours) > len(strange) if wanted else not strange


def is_same_source(source: str, other: str) -> bool:
    """Whether two sources differ in nothing but white space at line ends."""
    first, second = (text.strip().split("\n") for text in (source, other))
    return [line.rstrip() for line in first] == [line.rstrip() for line in second]


def index_of(notebook: NotebookNode, cell: NotebookNode) -> int:
    """Return where this very cell stands; an equal one is another."""
    return next(index for index, other in enumerate(notebook.cells) if other is cell)


def _free(notebook: NotebookNode, found: Found) -> list[NotebookNode]:
    return [c for c in notebook.cells if all(c is not taken for taken in found.values())]


def _by_cell_id(
    notebook: NotebookNode, wanted: MasterCell, found: Found, master: Master
) -> NotebookNode | None:
    free = _free(notebook, found)
    return next((cell for cell in free if cell.get("id") == wanted.cell_id), None)


def _by_source(
    notebook: NotebookNode, wanted: MasterCell, found: Found, master: Master
) -> NotebookNode | None:
    if any(is_same_source(wanted.released_source, stub) for stub in STUBS):
        return None
    free = _free(notebook, found)
    return next((c for c in free if is_same_source(c.source, wanted.released_source)), None)


def _by_place(
    notebook: NotebookNode, wanted: MasterCell, found: Found, master: Master
) -> NotebookNode | None:
    """Return the answer that stands where the master has it; tests are not guessed."""
    lost = all(grade_id(cell) is None for cell in notebook.cells)
    if not wanted.solution or (wanted.cell_type == "markdown" and not lost):
        return None  # prose says nothing of whose it is, unless everything has lost its id
    order = [cell.grade_id for cell in master.cells]
    place = order.index(wanted.grade_id)
    begin = [index_of(notebook, found[name]) for name in order[:place] if name in found]
    end = [index_of(notebook, found[name]) for name in order[place:] if name in found]
    between = notebook.cells[max(begin, default=-1) + 1 : min(end, default=len(notebook.cells))]
    taken = [id(cell) for cell in found.values()]
    like = [c for c in between if c.cell_type == wanted.cell_type and id(c) not in taken]
    own = _functions(wanted.released_source)
    others = {name for cell in master.cells if cell.solution for name in _functions(cell.source)}
    same = [cell for cell in like if own & _functions(cell.source)]
    neutral = [cell for cell in like if not _functions(cell.source) & (others - own)]
    return next(iter(same + neutral[-1:]), None)


def _functions(source: str) -> set[str]:
    """Return the names of the functions and classes that a cell defines at its top level."""
    return set(re.findall(r"^(?:def|class)\s+(\w+)", source, flags=re.MULTILINE))
