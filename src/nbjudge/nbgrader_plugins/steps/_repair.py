"""Autograde: the structure of a submission is rebuilt from the master copy."""

from __future__ import annotations

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum

from ... import verdict
from ...notebook.repair import repair
from ...verdict import Status
from ._case import case_of


def _checksum(cell: NotebookNode) -> str:
    """Return nbgrader's checksum; an empty text when the student's metadata cannot have one."""
    try:
        return str(compute_checksum(cell))
    except (KeyError, TypeError, ValueError, AttributeError):
        return ""


class RepairCells(NbGraderPreprocessor):
    """Repair the cells; from here on the verdict travels in the notebook's metadata."""

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Repair one submission; one that cannot be read becomes the master's bare cells."""
        case = case_of(resources)
        if case.verdict.status is not Status.UNREADABLE:
            case.verdict = case.verdict.noted(*repair(nb, case.master, _checksum))
        if case.verdict.status is Status.UNREADABLE:
            nb.cells = [cell.cell() for cell in case.master.cells]
        verdict.write(nb.metadata, case.verdict)
        return nb, resources
