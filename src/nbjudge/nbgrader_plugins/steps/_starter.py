"""Release: the instructor's starter takes the place of the solution."""

from __future__ import annotations

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearSolutions

from ...notebook.cells import is_answer
from ...notebook.starter import StarterError, swap


class SwapStarters(ClearSolutions):
    """Swap starters in; everything else is nbgrader's own way of clearing solutions."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Swap the starters of one answer cell, and clear what solutions are left in it."""
        swapped = _swapped(cell) if is_answer(cell) and cell.cell_type == "code" else cell.source
        done = swapped != cell.source and self.begin_solution_delimeter not in swapped
        cell.source = swapped
        if done:
            return cell, resources
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        return cell, resources


def _swapped(cell: NotebookNode) -> str:
    try:
        return swap(cell.source)
    except StarterError as error:
        raise RuntimeError(f"Cell {cell.metadata.nbgrader['grade_id']!r}: {error}.") from error
