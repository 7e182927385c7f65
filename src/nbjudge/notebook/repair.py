"""Gives a handed-in notebook the structure of the master copy again.

Grade ids, points, tags, test sources and the order of tests are the instructor's. What a student's
file says of them is compared, so that it can be noted, and then replaced.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator

from nbformat import NotebookNode

from ..verdict import KEY, Kind, Note
from .cells import fresh_ids, marks
from .identify import Found, belongs, identify, index_of, is_same_source
from .master import Master, MasterCell

Remarks = dict[str, list[str]]
Checksum = Callable[[NotebookNode], str]

OLDER = "Cells were handed out in an older version and were replaced"

COMPARED = ("grade", "solution", "locked", "points")
"""The marks that a student could gain by changing."""


def repair(
    notebook: NotebookNode, master: Master, checksum: Checksum = lambda cell: ""
) -> tuple[Note, ...]:
    """Rebuild the notebook's structure in place and say what had to be done.

    Parameters
    ----------
    notebook : NotebookNode
        A submission; its answers are kept, everything else of the master's cells is rebuilt.
    master : Master
        The instructor's cells.
    checksum : callable
        nbgrader's checksum of a cell: one that fits what the cell says of itself shows that the
        student has left it alone, so that a difference is a newer version's.

    Returns
    -------
    tuple of Note
        One note per kind of repair; none when the structure was whole.
    """
    found, doubled, recognised = identify(notebook, master)
    if not belongs(notebook, found, master):
        text = "No answer or test of this assignment is in the notebook."
        return (Note(Kind.UNREADABLE, text),)
    remarks: Remarks = defaultdict(list)
    remarks["Cells are there more than once, and the last one counts"] += doubled
    remarks["Cells had lost their grade id and were recognised"] += recognised
    older = {name for name, cell in found.items() if _is_untouched(cell, checksum)}
    for cell in master.cells:
        if cell.grade_id not in older:
            _compare(found.get(cell.grade_id), cell, remarks)
    for cell in notebook.cells:
        cell.metadata.pop("nbgrader", None)
        cell.metadata.pop(KEY, None)
    for cell in master.cells:
        if cell.grade_id in found:
            _rebuild(found[cell.grade_id], cell, remarks, older)
    _arrange(notebook, master, found, remarks)
    return tuple(_notes(remarks))


def _compare(cell: NotebookNode | None, master: MasterCell, remarks: Remarks) -> None:
    said, right = marks(cell) if cell is not None else {}, master.marks()
    if said.get("grade_id") == master.grade_id and any(
        said.get(key) != right.get(key) for key in COMPARED
    ):
        remark = "Marks or points of cells had been changed and were put back"
        remarks[remark].append(master.grade_id)


def _is_untouched(cell: NotebookNode, checksum: Checksum) -> bool:
    said = marks(cell).get("checksum")
    return bool(said) and said == checksum(cell)


def _rebuild(
    cell: NotebookNode, master: MasterCell, remarks: Remarks, older: Collection[str]
) -> None:
    _retag(cell, master, remarks)
    if cell.cell_type != master.cell_type:
        remarks["Cells had another type"].append(master.grade_id)
        _retype(cell, master.cell_type)
    if master.locked and not master.solution:
        handed_out = (master.released_source, master.source)
        if not any(is_same_source(cell.source, source) for source in handed_out):
            remark = (
                OLDER if master.grade_id in older else "Cells had been edited and were put back"
            )
            remarks[remark].append(master.grade_id)
        cell.source = master.source
    cell.metadata["nbgrader"] = NotebookNode(master.marks())


def _retag(cell: NotebookNode, master: MasterCell, remarks: Remarks) -> None:
    found = cell.metadata.pop("tags", None)
    if found and found != list(master.tags):
        remarks["Tags were removed from cells"].append(master.grade_id)
    if master.tags:
        cell.metadata["tags"] = list(master.tags)


def _retype(cell: NotebookNode, kind: str) -> None:
    cell.cell_type = kind
    cell.pop("attachments", None)
    if kind == "code":
        cell.outputs, cell.execution_count = [], None
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)


def _arrange(notebook: NotebookNode, master: Master, found: Found, remarks: Remarks) -> None:
    """Put missing cells in, and move those that are not the student's below all before them."""
    placed: list[NotebookNode] = []
    for wanted in master.cells:
        cell = found.get(wanted.grade_id)
        last = max((index_of(notebook, other) for other in placed), default=-1)
        if cell is None:
            cell = wanted.cell()
            remarks["Cells were missing and were put back"].append(wanted.grade_id)
            fresh = fresh_ids(other.get("id") for other in notebook.cells)
            for other in notebook.cells:
                if other.get("id") == cell["id"]:
                    other["id"] = next(fresh)
            notebook.cells.insert(last + 1, cell)
        elif not wanted.solution and index_of(notebook, cell) < last:
            remark = "Cells had been moved above an answer and were put back"
            remarks[remark].append(wanted.grade_id)
            del notebook.cells[index_of(notebook, cell)]
            notebook.cells.insert(last, cell)
        placed.append(cell)


def _notes(remarks: Remarks) -> Iterator[Note]:
    for remark, names in remarks.items():
        distinct = list(dict.fromkeys(names))
        if distinct:
            cell = distinct[0] if len(distinct) == 1 else None
            kind = Kind.INFO if remark == OLDER else Kind.REPAIR
            yield Note(kind, f"{remark}: {', '.join(distinct)}.", cell)
