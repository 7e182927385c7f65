"""Runs a whole notebook: the student's cells in the sandbox, the test cells here."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..sandbox import CellRun, Zygote
from ._student import Student
from ._test_cell import run_test
from ._test_names import TestNames
from ._trusted import trusted_names


@dataclass(frozen=True)
class Cell:
    """A code cell to run; a test has the grade id of its master."""

    source: str
    test: str | None = None


@dataclass(frozen=True)
class Lesson:
    """What the judge knows of the assignment from the master copy.

    Parameters
    ----------
    locked : tuple of str
        Sources of the instructor's own cells: their imports are trusted.
    answers : tuple of str
        Sources of the answer cells as they were released: they name what a student defines.
    """

    locked: tuple[str, ...]
    answers: tuple[str, ...]

    @property
    def asked(self) -> frozenset[str]:
        """Names that the answer cells define at their top level."""
        return frozenset(name for source in self.answers for name in _defined(source))


def judge_notebook(
    cells: Iterable[Cell], lesson: Lesson, zygote: Zygote, files: Mapping[str, bytes]
) -> Iterator[CellRun]:
    """Run the cells in order and yield how each ended.

    Parameters
    ----------
    cells : iterable of Cell
        The notebook's code cells.
    lesson : Lesson
        The master's side of it.
    zygote : Zygote
        The warm sandbox.
    files : mapping of str to bytes
        What stands beside the notebook, by relative path.
    """
    student = Student()
    names = TestNames(student, trusted_names(lesson.locked), lesson.asked)
    with zygote.session(files, serve=student.serve) as session:
        student.session = session
        for cell in cells:
            if cell.test is None:
                yield session.run(cell.source)
            else:
                session.take_outputs()  # those of the cell before are there already
                run = run_test(cell.source, names, cell=cell.test)
                written, notes = session.take_outputs()
                yield CellRun(run.ending, run.outputs() + _asides(written), None, notes)


def _asides(written: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what the student's code wrote during a test, so that it cannot pose as the test's.

    Text is shown as error output; results and errors are the test's alone.
    """
    return [
        dict(output) | ({"name": "stderr"} if output["output_type"] == "stream" else {})
        for output in written
        if output["output_type"] in {"stream", "display_data"}
    ]


def _defined(source: str) -> list[str]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return []
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node.name for node in tree.body if isinstance(node, kinds)]
