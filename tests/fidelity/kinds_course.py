"""A course with an assignment for each kind of test in ``kinds/``, and three students.

A kind is a notebook ``kinds/NAME.ipynb``, or a folder ``kinds/NAME`` with a source folder of more
than one file and, in ``brought``, what students hand in beside the notebook. Under an answer cell
stands a cell tagged ``wrong`` with the wrong student's answer; it is taken out before the release.
Where the answer cell has no solution region, a cell tagged ``right`` has the right one.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode

FOLDER = Path(__file__).with_name("kinds")
ALL = sorted({path.stem for path in FOLDER.iterdir() if path.suffix in ("", ".ipynb")})

STUDENTS = ("right", "wrong", "empty")
"""Who hands in: the solution, the wrong answers, and the release as it is."""

ENVIRONMENT = {"FIDELITY_TERM": "spring"}
"""Variables that the instructor sets for every notebook."""

TIMEOUT = 30
"""Seconds for a cell; with both graders, so that a busy machine decides nothing."""

MADE = {"large-data-file": ("large.bin", 40 * 2**20)}
"""Files that are too large for the repository: where, their name and their bytes."""


def make_sources(root: Path, kinds: Iterable[str]) -> None:
    """Write the source folders of some kinds."""
    for kind in kinds:
        folder = root / "source" / kind
        if (FOLDER / kind).is_dir():
            shutil.copytree(FOLDER / kind / "source", folder)
        else:
            folder.mkdir(parents=True)
            shutil.copyfile(FOLDER / f"{kind}.ipynb", folder / f"{kind}.ipynb")
        for path in folder.glob("*.ipynb"):
            _rewrite(path, _without_answers)
        if kind in MADE:
            name, size = MADE[kind]
            (folder / name).write_bytes(bytes(size - 4) + b"last")


def hand_in(root: Path, kinds: Iterable[str]) -> None:
    """Hand in each released kind for the three students."""
    for kind in kinds:
        for student in STUDENTS:
            folder = root / "submitted" / student / kind
            shutil.copytree(root / "release" / kind, folder)
            if (FOLDER / kind / "brought").is_dir():
                shutil.copytree(FOLDER / kind / "brought", folder, dirs_exist_ok=True)
            for path in folder.glob("*.ipynb"):
                answers = {} if student == "empty" else _answers(kind, path.name, student)
                _rewrite(path, lambda nb, answers=answers: _answer(nb, answers))


def _rewrite(path: Path, change: Callable[[NotebookNode], None]) -> None:
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    nbformat.write(notebook, path)


def _without_answers(notebook: NotebookNode) -> None:
    notebook.cells = [cell for cell in notebook.cells if not _tag(cell)]


def _answer(notebook: NotebookNode, answers: Mapping[str, str]) -> None:
    for cell in notebook.cells:
        cell.source = answers.get(cell.id, cell.source)


def _answers(kind: str, name: str, student: str) -> dict[str, str]:
    """Return the source of a student's answer cells by cell id."""
    inside = FOLDER / kind / "source" / name
    notebook = nbformat.read(inside if inside.is_file() else FOLDER / name, as_version=4)
    answers: dict[str, str] = {}
    above = ""
    for cell in notebook.cells:
        if _tag(cell) == student:
            answers[above] = cell.source
        elif not _tag(cell):
            above = cell.id
            if "### BEGIN SOLUTION" in cell.source:
                answers[above] = _without_marks(cell.source)
    return answers


def _tag(cell: NotebookNode) -> str:
    tags = set(cell.metadata.get("tags", ())) & {"right", "wrong"}
    return min(tags, default="")


def _without_marks(source: str) -> str:
    return "\n".join(line for line in source.splitlines() if not line.startswith("### "))
