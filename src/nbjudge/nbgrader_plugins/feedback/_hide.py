"""Hides tests: what a student may see of one is its verdict and its message."""

from __future__ import annotations

from collections.abc import Iterator

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from traitlets import List

from ...notebook.cells import is_test, outside
from ...notebook.leaks import HiddenLines
from ..steps import hidden_test_delimiters, is_python
from ._said import said

LEFT_OUT = "This output is left out: it shows a part of a hidden test.\n"


class HideTests(NbGraderPreprocessor):
    """Take hidden tests out of the feedback, and whatever would give them away."""

    # nbgrader sets it for all preprocessors of the feedback
    display_data_priority = List(GetGrades.display_data_priority.default(), config=True)

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Hide the tests of one notebook, by the same marks as its release did."""
        self.marks = hidden_test_delimiters(self.config)
        self.python = is_python(nb.metadata)
        self.hidden = HiddenLines(nb, self.marks)
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Hide the test in one cell, and outputs that show a line of another."""
        for number in self.hidden.shown_by(cell) if cell.cell_type == "code" else ():
            cell.outputs[number] = new_output("stream", name="stdout", text=LEFT_OUT)
        if is_test(cell):
            whole = cell.source
            cell.source = outside(whole, *self.marks).rstrip()
            hidden = self.marks[0] in whole
            cell.outputs = list(_shown(cell, whole, hidden=hidden, python=self.python))
        return cell, resources


def _shown(cell: NotebookNode, whole: str, *, hidden: bool, python: bool) -> Iterator[NotebookNode]:
    """Yield what may be seen of a test's outputs.

    What the student's own code wrote while a hidden test called it (stderr, pictures) goes: it may
    have printed what it was given. So does a warning, which quotes the test's line.
    """
    for output in cell.outputs:
        if output.output_type == "error":
            line = said(output, whole, python=python)
            yield new_output("error", ename=output.ename, evalue=line, traceback=[line])
        elif not hidden or (output.output_type == "stream" and output.name == "stdout"):
            yield output
