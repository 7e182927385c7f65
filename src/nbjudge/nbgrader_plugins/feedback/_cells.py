"""The notebook's cells and their outputs, as the page shows them."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup
from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_by_name
from pygments.util import ClassNotFound

from ...verdict import printable
from ._clean import clean
from ._items import Item
from ._markdown import markdown
from ._math import formula
from ._outline import Outline

FEW_LINES = 40
"""Lines of an output that are shown at once; the rest can be unfolded."""

PICTURES = ("image/png", "image/jpeg", "image/svg+xml")
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]+")


@dataclass(frozen=True)
class Output:
    """One output: a text, whose rest can be unfolded, a picture's address, or clean HTML."""

    text: str = ""
    rest: str = ""
    picture: str = ""
    html: Markup | None = None
    error: bool = False


@dataclass(frozen=True)
class Cell:
    """One cell; ``item`` is what became of it when it is graded."""

    number: int
    body: Markup
    code: bool
    outputs: tuple[Output, ...]
    item: Item | None


def shown_cells(nb: NotebookNode, items: Mapping[int, Item], folder: Path) -> Iterator[Cell]:
    """Yield the cells of a notebook whose tests are hidden already.

    Parameters
    ----------
    nb : NotebookNode
        With its outputs.
    items : mapping of int to Item
        What became of graded cells, by their place.
    folder : Path
        Where the pictures are that the notebook's texts show.
    """
    language = str((nb.metadata.get("kernelspec") or {}).get("language") or "python")
    outline = Outline()
    for number, cell in enumerate(nb.cells):
        code = cell.cell_type == "code"
        if cell.cell_type == "markdown":
            body = outline.place(markdown(cell.source, folder, cell.get("attachments")))
        else:
            body = _source(cell.source, language if code else "text")
        outputs = tuple(_output(output, outline) for output in cell.outputs) if code else ()
        yield Cell(number, body, code, outputs, items.get(number))


def _source(source: str, language: str) -> Markup:
    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        lexer = TextLexer()
    coloured = highlight(printable(source), lexer, HtmlFormatter(nowrap=True))
    return Markup("<pre><code>{}</code></pre>").format(Markup(coloured.rstrip("\n")))


def _output(output: NotebookNode, outline: Outline) -> Output:
    if output.output_type == "stream":
        return _text(output.text)
    if output.output_type == "error":
        return _text("\n".join(output.traceback), error=True)
    shown = _bundle(output.data)
    return shown if shown.html is None else replace(shown, html=outline.place(shown.html))


def _text(text: str, *, error: bool = False) -> Output:
    lines = printable(strip_ansi(text)).rstrip("\n").split("\n")
    few, rest = "\n".join(lines[:FEW_LINES]), "\n".join(lines[FEW_LINES:])
    return Output(few, rest, error=error)


def _bundle(data: Mapping[str, Any]) -> Output:
    """Return the richest of an output's forms that cannot act."""
    for kind in PICTURES:
        if kind in data and (address := _address(kind, str(data[kind]))):
            return Output(picture=address)
    if "text/html" in data:
        return Output(html=clean(str(data["text/html"])))
    if "text/markdown" in data:
        return Output(html=markdown(str(data["text/markdown"])))
    if "text/latex" in data:
        return Output(html=formula(str(data["text/latex"]).strip().strip("$"), "block"))
    return _text(str(data.get("text/plain", "")))


def _address(kind: str, content: str) -> str:
    """Return a picture as an address; a script in an SVG does not run in a picture."""
    if kind == "image/svg+xml":
        return f"data:{kind};base64,{b64encode(content.encode()).decode()}"
    return f"data:{kind};base64,{content}" if _BASE64.fullmatch(content) else ""
