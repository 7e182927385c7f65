"""What stands in one notebook: its verdict, and what was written into its answer cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from nbjudge import verdict
from nbjudge.verdict import Verdict

from ._json import UnusableError, read_json, short


@dataclass(frozen=True)
class Answer:
    """What stands in one cell in which students write."""

    cell: str
    code: bool
    text: str


def read_notebook(path: Path) -> tuple[Verdict | None, tuple[Answer, ...]]:
    """Return a notebook's verdict, if it holds one, and its answers.

    Raises
    ------
    UnusableError
        When the file cannot be read, or the verdict in it.
    """
    notebook = read_json(path)
    try:
        found = (
            verdict.read(notebook["metadata"]) if notebook["metadata"].get(verdict.KEY) else None
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnusableError(f"{short(path)} holds a verdict that cannot be read.") from error
    return found, tuple(_answers(notebook))


def answers_handed_out(folder: Path) -> dict[str, str]:
    """Return each answer cell's text in the release, as far as it can be read."""
    return {
        answer.cell: answer.text
        for path in sorted(folder.glob("*.ipynb"))
        for answer in _answers(_or_none(path))
    }


def joined(verdicts: Iterable[Verdict]) -> Verdict | None:
    """Return one verdict for all the notebooks of a submission."""
    all_of_them = list(verdicts)
    return reduce(_both, all_of_them) if all_of_them else None


def _both(one: Verdict, other: Verdict) -> Verdict:
    return replace(
        one,
        file=", ".join(filter(None, (one.file, other.file))),
        notes=one.notes + other.notes,
        results=one.results + other.results,
        run_sources={**one.run_sources, **other.run_sources},
    )


def cells_of(notebook: Any) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Yield each cell that nbgrader knows with what nbgrader says of it; trusts no shape."""
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    for cell in cells if isinstance(cells, list) else []:
        metadata = cell.get("metadata") if isinstance(cell, dict) else None
        marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
        if isinstance(marks, dict) and isinstance(marks.get("grade_id"), str):
            yield cell, marks


def _answers(notebook: Any) -> Iterator[Answer]:
    for cell, marks in cells_of(notebook):
        if marks.get("solution"):
            code = cell.get("cell_type") == "code"
            yield Answer(marks["grade_id"], code, _text(cell.get("source")))


def _text(source: Any) -> str:
    """Return a cell's source, which a notebook stores as a text or as lines."""
    return "".join(map(str, source)) if isinstance(source, list) else str(source or "")


def _or_none(path: Path) -> Any:
    try:
        return read_json(path)
    except UnusableError:
        return None  # the release is only compared with; the audit reports a broken one
