"""Reads a notebook that anybody may have written, or says in a sentence why it cannot."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from . import untrusted
from .cells import fresh_ids

LARGEST = 64 * 2**20
"""Bytes; the text of a lesson is some 50 kB, the rest of a large file is stored output."""

KINDS = ("code", "markdown", "raw")
CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class UnreadableError(Exception):
    """A notebook cannot be read; the text is a sentence that says why."""


def read_notebook(path: Path) -> NotebookNode:
    """Return the notebook as nbformat 4.5, with every cell whole.

    Raises
    ------
    UnreadableError
        When the file is missing, too large, not JSON, or not a notebook.
    """
    plain = _json(path)
    if not isinstance(plain, dict) or not isinstance(plain.get("nbformat"), int):
        raise UnreadableError(f"{path.name} is not a Jupyter notebook.")
    if not isinstance(plain.get("metadata"), dict):
        plain["metadata"] = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a file that a student wrote
            notebook = nbformat.convert(nbformat.from_dict(plain), 4)
            notebook.cells = [_whole(cell) for cell in notebook.cells]
            _name(notebook.cells)
            _changes, notebook = nbformat.validator.normalize(notebook, version=4, version_minor=5)
    except Exception as error:  # nbformat raises whatever a broken structure makes it run into
        raise UnreadableError(f"{path.name} is no valid notebook: {_short(error)}.") from error
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def read_metadata(path: Path) -> dict[str, Any]:
    """Return a notebook's metadata alone: for files of our own, whose cells nobody asks about.

    Raises
    ------
    UnreadableError
        When the file is missing, too large, not JSON, or has no metadata.
    """
    plain = _json(path)
    metadata = plain.get("metadata") if isinstance(plain, dict) else None
    if not isinstance(metadata, dict):
        raise UnreadableError(f"{path.name} is not a Jupyter notebook.")
    return metadata


def _json(path: Path) -> Any:
    try:
        if path.stat().st_size > LARGEST:
            raise UnreadableError(f"{path.name} is larger than {LARGEST // 2**20} MB.")
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UnreadableError(f"{path.name} cannot be opened: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path.name} is not UTF-8 text.") from error
    if not text.strip():
        raise UnreadableError(f"{path.name} is empty.")
    try:
        return untrusted.loads(text)
    except untrusted.TooDeepError as error:
        raise UnreadableError(f"{path.name} is nested too deeply.") from error
    except ValueError as error:
        raise UnreadableError(f"{path.name} is not whole JSON: {_short(error)}.") from error


def _whole(cell: Any) -> NotebookNode:
    """Return a cell with the parts that its type has and no others."""
    kind = cell.get("cell_type")
    whole = NotebookNode(
        id=cell.get("id"),
        cell_type=kind if kind in KINDS else "raw",
        metadata=cell["metadata"] if isinstance(cell.get("metadata"), dict) else NotebookNode(),
        source=_text(cell.get("source")),
    )
    if kind == "code":
        outputs, count = cell.get("outputs"), cell.get("execution_count")
        whole["outputs"] = outputs if isinstance(outputs, list) else []
        whole["execution_count"] = count if isinstance(count, int) else None
    elif isinstance(cell.get("attachments"), dict):
        whole["attachments"] = cell["attachments"]
    return whole


def _name(cells: list[NotebookNode]) -> None:
    """Give each cell an id of its own."""
    fresh = fresh_ids(cell["id"] for cell in cells)
    seen: set[str] = set()
    for cell in cells:
        name = cell["id"]
        if not isinstance(name, str) or not CELL_ID.fullmatch(name) or name in seen:
            cell["id"] = next(fresh)
        seen.add(cell["id"])


def _text(source: Any) -> str:
    if isinstance(source, list):
        return "".join(map(str, source))
    return "" if source is None else str(source)


def _short(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__)[:200].rstrip(".")
