"""Rules for the release: nothing in it that only graders may see."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from ..lesson import Lesson
from ..notebook import untrusted
from ..notebook.cells import HIDDEN_TESTS, SOLUTION, STARTER, inside, is_answer, marks, outside
from ..notebook.starter import swap
from ._breach import Breach
from ._oracle import module_breaches

TELLING = 12
"""Characters that a line must have to give something away: shorter ones occur everywhere."""


def leak_breaches(release: Path, source: NotebookNode, lesson: Lesson) -> Iterator[Breach]:
    """Return what a release gives away.

    Parameters
    ----------
    release : Path
        The generated folder.
    source : NotebookNode
        The instructor's notebook, which says what is secret.
    lesson : Lesson
        Names the files that may be there.
    """
    secret = secret_lines(source)
    for path in sorted(path for path in release.rglob("*") if path.is_file()):
        name = path.relative_to(release).as_posix()
        if "__pycache__" in path.parts:
            continue
        if not any(_matches(name, pattern) for pattern in lesson.contract.files):
            yield Breach("grader-only-file", name, "It is not on the list of released files.")
        text = path.read_text("utf-8", errors="replace")
        shown = _strings(text) if path.suffix in {".ipynb", ".json"} else text
        for line, kind in secret.items():
            if line in shown:
                yield Breach("leak", name, f"It holds a line of a {kind}: {line!r}.")
        if path.suffix == ".py":
            yield from module_breaches(path.read_bytes(), name, lesson.contract)


def _matches(name: str, pattern: str) -> bool:
    """Whether a path matches a pattern; a star does not reach into folders."""
    return name.count("/") == pattern.count("/") and fnmatch(name, pattern)


def _strings(text: str) -> str:
    """Return all texts in a JSON file as a reader sees them, or the file when it is none."""
    try:
        return "\n".join(_texts(untrusted.loads(text)))
    except ValueError:
        return text


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and all(isinstance(part, str) for part in value):
        yield "".join(value)
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def secret_lines(source: NotebookNode) -> dict[str, str]:
    """Return the lines that only graders may see, each with what it is a line of.

    A line of a starter, or of a visible test, is no secret. One that stands in the text, or in a
    cell that is nobody's, has got there by mistake.
    """
    answers = [cell for cell in source.cells if is_answer(cell) and cell.cell_type == "markdown"]
    meant = [cell for cell in source.cells if cell.cell_type == "code" and marks(cell)]
    public = {line.strip() for cell in meant for line in _public(cell.source)}
    secret = {line.strip(): "sample answer" for cell in answers for line in _lines(cell.source)}
    for cell in source.cells:
        for line in inside(cell.source, *HIDDEN_TESTS):
            secret[line.strip()] = "hidden test"
        for line in inside(outside(cell.source, *STARTER), *SOLUTION):
            secret[line.strip()] = "solution"
    return {line: kind for line, kind in secret.items() if _tells(line) and line not in public}


def _lines(source: str) -> list[str]:
    return source.split("\n")


def _tells(line: str) -> bool:
    return len(line) >= TELLING and not line.startswith(("import ", "from "))


def _public(source: str) -> list[str]:
    """Return the lines that students are meant to get, starters included."""
    return _lines(outside(outside(swap(source), *SOLUTION), *HIDDEN_TESTS))
