"""The master copy of an assignment's notebook: the only source of its structure."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from .cells import HIDDEN_TESTS, outside

SCHEMA_VERSION = 3
"""The version of nbgrader's cell metadata that nbgrader 0.9 writes."""

ISOLATED, IN_KERNEL = "nbjudge-isolated", "nbjudge-in-kernel"
"""Tags of a test that is to run outside the student's process, or in it, whatever the others do."""


@dataclass(frozen=True)
class MasterCell:
    """One cell that nbgrader keeps: a test, an answer, or a read-only cell.

    Parameters
    ----------
    source : str
        With hidden tests; an answer cell's source is what was released.
    tags : tuple of str
        As released; `ISOLATED` and `IN_KERNEL` among them say where a test runs.
    """

    grade_id: str
    cell_type: str
    source: str
    checksum: str
    grade: bool
    solution: bool
    locked: bool
    task: bool
    points: float | None
    tags: tuple[str, ...] = ()

    @property
    def released_source(self) -> str:
        """The source that students got."""
        return outside(self.source, *HIDDEN_TESTS)

    @property
    def cell_id(self) -> str:
        """The notebook cell id that goes with the grade id: lessons of ours use the same."""
        return re.sub(r"[^a-zA-Z0-9_-]", "-", self.grade_id)[:64]

    def marks(self) -> dict[str, object]:
        """Return the nbgrader metadata of this cell."""
        found: dict[str, object] = {
            "schema_version": SCHEMA_VERSION,
            "grade_id": self.grade_id,
            "cell_type": self.cell_type,
            "checksum": self.checksum,
            "grade": self.grade,
            "solution": self.solution,
            "locked": self.locked,
            "task": self.task,
        }
        return found if self.points is None else found | {"points": self.points}

    def cell(self) -> NotebookNode:
        """Return a new cell with this source and metadata."""
        make = new_code_cell if self.cell_type == "code" else new_markdown_cell
        cell: NotebookNode = make(self.source, id=self.cell_id)
        cell.metadata["nbgrader"] = NotebookNode(self.marks())
        if self.tags:
            cell.metadata["tags"] = list(self.tags)
        return cell


@dataclass(frozen=True)
class Master:
    """The cells of one notebook in the instructor's order.

    Parameters
    ----------
    name : str
        The notebook's.
    cells : tuple of MasterCell
        Those that nbgrader keeps.
    others : tuple of str
        Sources of the other code cells, as released: many a notebook has its imports there.
    """

    name: str
    cells: tuple[MasterCell, ...]
    others: tuple[str, ...] = ()

    @property
    def by_id(self) -> dict[str, MasterCell]:
        """The cells by grade id."""
        return {cell.grade_id: cell for cell in self.cells}

    @property
    def sha256(self) -> str:
        """A hash over everything that a grade depends on."""
        kept = [asdict(cell) for cell in self.cells]
        plain = json.dumps([kept, self.others] if self.others else kept, sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()
