"""nbconvert's last step: from a notebook whose tests are hidden to the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from nbconvert.exporters import Exporter
from nbformat import NotebookNode

from ...verdict import Status, printable
from ._cells import shown_cells
from ._gather import KEY, Feedback
from ._markdown import markdown
from ._outline import Outline
from ._words import counted, fraction, number, short


def _shown(value: object) -> object:
    """Return what is printed for a value: nothing that turns the direction of reading."""
    plain = isinstance(value, str) and not isinstance(value, Markup)
    return printable(str(value)) if plain else value


_ENVIRONMENT = Environment(
    finalize=_shown,
    loader=PackageLoader("nbjudge.nbgrader_plugins.feedback", "."),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.globals |= {"Status": Status}
_ENVIRONMENT.filters |= {
    "counted": counted,
    "fraction": fraction,
    "comment": lambda text: Outline(below=3).place(markdown(text)),
    "number": number,
    "short": short,
}


class FeedbackExporter(Exporter):
    """Writes one self-contained page: no script, nothing loaded, whatever a student wrote."""

    output_mimetype = "text/html"

    def _file_extension_default(self) -> str:
        return ".html"

    def from_notebook_node(self, nb: NotebookNode, resources: Any = None, **kw: Any) -> Any:
        """Run the preprocessors and return the page; nbconvert calls this for each notebook."""
        nb, resources = super().from_notebook_node(nb, resources, **kw)
        feedback: Feedback = resources[KEY]
        items = {item.cell: item for part in feedback.checkpoints for item in part.items}
        cells = shown_cells(nb, items, Path(resources["metadata"]["path"]))
        page = _ENVIRONMENT.get_template("page.html.jinja").render(f=feedback, cells=cells)
        return page, resources
