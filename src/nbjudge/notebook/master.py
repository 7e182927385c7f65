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


@dataclass(frozen=True)
class MasterCell:
    """One cell that nbgrader keeps: a test, an answer, or a read-only cell.

    Parameters
    ----------
    source : str
        With hidden tests; an answer cell's source is what was released.
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
        return cell


@dataclass(frozen=True)
class Master:
    """The cells of one notebook in the instructor's order."""

    name: str
    cells: tuple[MasterCell, ...]

    @property
    def sha256(self) -> str:
        """A hash over everything that a grade depends on."""
        plain = json.dumps([asdict(cell) for cell in self.cells], sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()
