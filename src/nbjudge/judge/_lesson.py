"""What is to be judged: the cells of a submission, and what the master says of them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache

from ..sandbox import CellRun
from ._source import READ


@dataclass(frozen=True)
class Cell:
    """A code cell to run.

    Parameters
    ----------
    source : str
        Its text; of a test, the master's.
    test : str, optional
        A test's grade id.
    inside : bool
        Whether a test is to run in the student's process, where it can be deceived.
    lost : CellRun, optional
        How the cell ended when it was tried before, and took the judge's process with it.
    """

    source: str
    test: str | None = None
    inside: bool = False
    lost: CellRun | None = None


@dataclass(frozen=True)
class Lesson:
    """What the judge knows of the assignment from the master copy.

    Parameters
    ----------
    locked : tuple of str
        Sources of the instructor's own cells: their imports are trusted.
    answers : tuple of str
        Sources of the answer cells as they were released: they name what a student defines. What
        they import is trusted, too.
    files : tuple of str
        Files in the submission's folder that are the instructor's, by path inside of it.
    """

    locked: tuple[str, ...]
    answers: tuple[str, ...]
    files: tuple[str, ...] = ()

    @property
    def asked(self) -> frozenset[str]:
        """Names that the answer cells define at their top level."""
        return frozenset(name for source in self.answers for name in _defined(source))


@lru_cache(READ)
def _defined(source: str) -> tuple[str, ...]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return tuple(node.name for node in tree.body if isinstance(node, kinds))
