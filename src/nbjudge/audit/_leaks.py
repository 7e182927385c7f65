"""Rules for the release: nothing in it that only graders may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from ..lesson import Lesson
from ..notebook import untrusted
from ..notebook.cells import HIDDEN_TESTS, SOLUTION, STARTER, inside, is_answer, marks, outside
from ..notebook.starter import swap
from ._finding import Finding
from ._oracle import module_findings

TELLING = 12
"""Characters that a line must have to give something away: shorter ones occur everywhere."""


def leak_findings(release: Path, source: NotebookNode, lesson: Lesson) -> Iterator[Finding]:
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
    secret = secret_lines([source])
    for path in _files(release):
        name = path.relative_to(release).as_posix()
        if not any(_matches(name, pattern) for pattern in lesson.contract.files):
            yield Finding("grader-only-file", name, "It is not on the list of released files.")
        for line, kind in _found_in(path, secret).items():
            yield Finding("leak", name, f"It holds a line of a {kind}: {line!r}.")
        if path.suffix == ".py":
            yield from module_findings(path.read_bytes(), name, lesson.contract)


def plain_leaks(release: Path, sources: Iterable[NotebookNode]) -> Iterator[Finding]:
    """Return what the release of an assignment without a contract gives away.

    An instructor's text may say a line of a solution and mean it, so that is a remark. A line with
    which a hidden test checks something is an error.

    Parameters
    ----------
    release : Path
        The generated folder.
    sources : iterable of NotebookNode
        The instructor's notebooks.
    """
    secret = secret_lines(sources)
    for path in _files(release):
        found = _found_in(path, secret)
        for kind in sorted(set(found.values())):
            lines = [line for line, each in found.items() if each == kind]
            checks = [line for line in lines if kind == "hidden test" and line.startswith("assert")]
            first = (checks or lines)[0]
            count = "a line" if len(lines) == 1 else f"{len(lines)} lines"
            text = f"It holds {count} of a {kind}: {first!r}."
            yield Finding("leak", path.relative_to(release).as_posix(), text, "", bool(checks))


def _files(release: Path) -> list[Path]:
    found = (path for path in release.rglob("*") if "__pycache__" not in path.parts)
    return sorted(path for path in found if path.is_file())


def _found_in(path: Path, secret: Mapping[str, str]) -> dict[str, str]:
    """Return the secret lines that are in a file."""
    text = path.read_text("utf-8", errors="replace")
    shown = _strings(text) if path.suffix in {".ipynb", ".json"} else text
    return {line: kind for line, kind in secret.items() if line in shown}


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


def secret_lines(sources: Iterable[NotebookNode]) -> dict[str, str]:
    """Return the lines that only graders may see, each with what it is a line of.

    A line of a starter, or of a visible test, is no secret. One that stands in the text, or in a
    cell that is nobody's, has got there by mistake.
    """
    cells = [cell for source in sources for cell in source.cells]
    meant = [cell for cell in cells if cell.cell_type == "code" and marks(cell)]
    public = {line.strip() for cell in meant for line in _public(cell.source)}
    secret: dict[str, str] = {}
    for cell in cells:
        if is_answer(cell) and cell.cell_type == "markdown" and SOLUTION[0] not in cell.source:
            secret |= {line.strip(): "sample answer" for line in _lines(cell.source)}
    for cell in cells:
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
