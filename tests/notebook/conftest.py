"""A small assignment, and a submission of it that the tests damage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_notebook

from nbjudge.notebook.cells import grade_id
from nbjudge.notebook.master import Master, MasterCell
from nbjudge.notebook.repair import repair
from nbjudge.verdict import Kind, Note


def _cell(name: str, source: str, points: float | None = None, **changes: Any) -> MasterCell:
    usual = {"cell_type": "code", "solution": False, "locked": True, "task": False}
    return MasterCell(
        name, source=source, checksum="", grade=points is not None, points=points, **usual | changes
    )


def _test(name: str, claim: str) -> MasterCell:
    hidden = f"### BEGIN HIDDEN TESTS\nassert {claim}\n### END HIDDEN TESTS"
    return _cell(name, f"# {name} (2 points)\n{hidden}", 2)


OPEN = {"solution": True, "locked": False}
MASTER = Master(
    "doubling",
    (
        _cell("setup", "import math"),
        _cell("double", "def double(x): ...", **OPEN),
        _test("doubles-two", "double(2) == 4"),
        _test("doubles-nothing", "double(0) == 0"),
        _cell("halve", "def halve(x): ...", **OPEN),
        _test("halves-four", "halve(4) == 2"),
        _cell("why", "YOUR ANSWER HERE", 3, cell_type="markdown", **OPEN),
    ),
)
ANSWERS = {
    "double": "def double(x): return x + x",
    "halve": "def halve(x): return x / 2",
    "why": "Because.",
}


def _answered() -> NotebookNode:
    """Return the release with answers in it, and a line of prose above each cell."""
    cells: list[NotebookNode] = []
    for master in MASTER.cells:
        cell = master.cell()
        cell.source = ANSWERS.get(master.grade_id, master.released_source)
        cells += [new_markdown_cell(f"About {master.grade_id}"), cell]
    return new_notebook(cells=cells)


@dataclass(repr=False)
class HandedIn:
    """A submission with every answer right, and the master that it is repaired from."""

    notebook: NotebookNode = field(default_factory=_answered)
    master: Master = MASTER

    @property
    def order(self) -> list[str]:
        return [name for name in map(grade_id, self.notebook.cells) if name]

    def find(self, name: str) -> NotebookNode:
        return next(cell for cell in self.notebook.cells if grade_id(cell) == name)

    def take(self, name: str) -> NotebookNode:
        """Remove a cell and return it."""
        return self.notebook.cells.pop(self.index(name))

    def index(self, name: str) -> int:
        return next(i for i, cell in enumerate(self.notebook.cells) if grade_id(cell) == name)

    def repair(self) -> tuple[Note, ...]:
        return repair(self.notebook, self.master)

    def expect_repaired(self, about: str, *names: str) -> None:
        """Repair, and expect one note about these cells and the master's structure."""
        (note,) = self.repair()
        assert note.kind is Kind.REPAIR
        assert about in note.text and note.text.endswith(f": {', '.join(names)}.")
        assert note.cell == (names[0] if len(names) == 1 else None)
        self.expect_whole()

    def expect_whole(self) -> None:
        """Expect the master's cells in the master's order, with the student's answers."""
        assert self.order == [cell.grade_id for cell in self.master.cells]
        for master in self.master.cells:
            cell = self.find(master.grade_id)
            assert cell.metadata["nbgrader"] == master.marks()
            assert cell.cell_type == master.cell_type
            assert cell.source == ANSWERS.get(master.grade_id, master.source)


@pytest.fixture
def handed_in() -> HandedIn:
    """A whole submission, to be damaged."""
    return HandedIn()
