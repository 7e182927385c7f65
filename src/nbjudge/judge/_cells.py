"""What is to be run: the cells of a submission, and what isolated tests need beside them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ..sandbox import CellRun

READ = 1024
"""Texts of the instructor's whose meaning is remembered: each submission has the same ones."""


@dataclass(frozen=True)
class Cell:
    """A code cell to run.

    Parameters
    ----------
    source : str
        Its text; of a test, the master's.
    test : str, optional
        A test's grade id.
    isolated : bool
        Whether a test is to run outside the process that runs the student's code.
    locked : bool
        Whether the cell is the instructor's own: isolated tests have what it defines.
    lost : CellRun, optional
        How the cell ended when it was tried before, and took a process with it.
    """

    source: str
    test: str | None = None
    isolated: bool = False
    locked: bool = False
    lost: CellRun | None = None


@dataclass(frozen=True)
class TestContext:
    """What isolated tests have beside the cells.

    Parameters
    ----------
    answers : tuple of str
        Sources of the answer cells as they were released: they name what a student defines.
    others : tuple of str
        Sources of the instructor's cells that are not locked: their imports are the tests' too.
    files : mapping of str to bytes
        What the test process finds, by relative path.
    large : mapping of str to Path
        The same for files that are to be copied without being read here.
    place : str
        The folder among the files in which it runs.
    """

    __test__ = False

    answers: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    large: Mapping[str, Path] = field(default_factory=dict)
    place: str = ""

    @property
    def asked(self) -> list[str]:
        """Names that the answer cells define at their top level."""
        return sorted({name for source in self.answers for name in _defined(source)})


@lru_cache(READ)
def _defined(source: str) -> tuple[str, ...]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return tuple(node.name for node in tree.body if isinstance(node, kinds))
