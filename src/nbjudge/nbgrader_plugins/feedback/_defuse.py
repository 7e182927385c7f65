"""For whoever keeps nbgrader's own template: links that run are shown as text."""

from __future__ import annotations

import html
import re

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from traitlets import List

SCRIPT = re.compile(r"(?:java|vb)script\s*:|data\s*:\s*text/html", re.IGNORECASE)
FENCE = "~" * 40


class DefuseLinks(NbGraderPreprocessor):
    """Fence in Markdown that holds a script's address: MathJax and links would run it."""

    # nbgrader sets it for all preprocessors of the feedback
    display_data_priority = List(GetGrades.display_data_priority.default(), config=True)

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Show one cell's text as it was typed when there is a script in it."""
        if cell.cell_type == "markdown" and SCRIPT.search(html.unescape(cell.source)):
            cell.source = f"{FENCE}\n{cell.source}\n{FENCE}"
        return cell, resources
