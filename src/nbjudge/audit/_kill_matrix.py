"""Failure modes × hidden tests: which test notices which mistake."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any

from nbformat import NotebookNode

from ..lesson import Lesson
from ..notebook.cells import grade_id, is_test
from ._finding import Finding

Matrix = dict[str, frozenset[str]]
"""Failure mode (or ``right`` style) → the tests that fail."""


def kill_matrix(notebook: NotebookNode, lesson: Lesson) -> Matrix:
    """Run every hidden test on every failure mode, and on every right style.

    All of this is the instructor's own code, so it runs in this process.
    """
    tests = _tests(notebook, lesson)
    made = lesson.implementations
    modes = {mode.grade_id: made.wrong([mode.grade_id]) for mode in lesson.failure_modes}
    right = {f"right: {style}": source for style, source in made.right().items()}
    return {name: failed(tests, made.load(source)) for name, source in (modes | right).items()}


def kill_findings(matrix: Matrix) -> Iterator[Finding]:
    """Return where the matrix is not the identity."""
    for name, found in matrix.items():
        wanted = frozenset() if name.startswith("right: ") else frozenset({name})
        if found != wanted:
            text = f"It fails {_listed(found)}; it should fail {_listed(wanted)}."
            yield Finding("kill-matrix", name, text)


def combination_findings(notebook: NotebookNode, lesson: Lesson) -> Iterator[Finding]:
    """Return the combinations of failure modes that do not fail exactly their own tests."""
    tests = _tests(notebook, lesson)
    made = lesson.implementations
    for modes in made.combinations():
        found = failed(tests, made.load(made.wrong(modes)))
        if found != modes:
            text = (
                f"Together they fail {_listed(found)}; each should fail its own test and no other."
            )
            yield Finding("combination", _listed(modes), text)


def failed(tests: Mapping[str, CodeType], functions: Mapping[str, Any]) -> frozenset[str]:
    """Return the tests that fail on a student's functions."""
    return frozenset(name for name, test in tests.items() if not _passes(test, functions))


def _passes(test: CodeType, functions: Mapping[str, Any]) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some of these are meant to overflow
        try:
            exec(test, dict(functions))
        except Exception:
            return False
    return True


def _tests(notebook: NotebookNode, lesson: Lesson) -> dict[str, CodeType]:
    """Return the compiled hidden tests that stand for a failure mode."""
    wanted = {mode.grade_id for mode in lesson.failure_modes}
    cells = {grade_id(cell): cell.source for cell in notebook.cells if is_test(cell)}
    return {name: _compiled(cells[name], name) for name in cells if name in wanted}


def _compiled(source: str, name: str) -> CodeType:
    """Compile a test; one that Python cannot read fails on everything, which the matrix shows."""
    try:
        return compile(source, name, "exec")
    except (SyntaxError, ValueError) as error:
        return compile(f"raise SyntaxError({str(error)!r})", name, "exec")


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "no test"
