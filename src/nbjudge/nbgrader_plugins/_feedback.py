"""Feedback: what a student may see of a test is its verdict and its message."""

from __future__ import annotations

import html
import re

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from traitlets import List

from ..notebook.cells import HIDDEN_TESTS, is_test, outside

SCRIPT = re.compile(r"(?:java|vb)script\s*:|data\s*:\s*text/html", re.IGNORECASE)
FENCE = "~" * 40


class HideTests(NbGraderPreprocessor):
    """Take hidden tests, and tracebacks that lead through them, out of the feedback."""

    # nbgrader sets it for all preprocessors of the feedback
    display_data_priority = List(GetGrades.display_data_priority.default(), config=True)

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Hide the test in one cell, or a script in its text."""
        if is_test(cell):
            cell.source = outside(cell.source, *HIDDEN_TESTS)
            cell.outputs = [_without_traceback(output) for output in cell.outputs]
        elif cell.cell_type == "markdown" and SCRIPT.search(html.unescape(cell.source)):
            cell.source = f"{FENCE}\n{cell.source}\n{FENCE}"  # a link that runs is shown as text
        return cell, resources


def _without_traceback(output: NotebookNode) -> NotebookNode:
    if output.output_type != "error":
        return output
    line = f"{output.get('ename', '')}: {output.get('evalue', '')}"
    return new_output("error", ename=output.ename, evalue=output.evalue, traceback=[line])
