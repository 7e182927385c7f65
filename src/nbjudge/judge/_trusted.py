"""The imports that a test may use without making them: those in the instructor's own cells."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ._conventions import FIGURES
from ._source import READ


def trusted_names(sources: Iterable[str]) -> dict[str, Any]:
    """Import what the instructor's cells import, and return it by the names they give it.

    Parameters
    ----------
    sources : iterable of str
        The master's cells; what cannot be parsed or imported is left to the test that needs it.

    Returns
    -------
    dict
        ``np`` → numpy, and so on. Nothing that a student wrote is looked at.
    """
    names: dict[str, Any] = {}
    for source in sources:
        for node in _imports(source):
            names |= _imported(node)
    return names


@lru_cache(READ)
def _imports(source: str) -> tuple[ast.Import | ast.ImportFrom, ...]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # a magic, or an answer's stub
        return ()
    return tuple(node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))


def _imported(node: ast.Import | ast.ImportFrom) -> dict[str, Any]:
    try:
        if isinstance(node, ast.Import):
            return {
                alias.asname or alias.name.partition(".")[0]: _module(alias.name, alias.asname)
                for alias in node.names
                if alias.asname is None or alias.name not in FIGURES
            }
        module = importlib.import_module(node.module or "") if not node.level else None
        return {
            alias.asname or alias.name: getattr(module, alias.name)
            for alias in node.names
            if alias.name != "*" and f"{node.module}.{alias.name}" not in FIGURES
        }
    except (ImportError, AttributeError, ValueError):  # lives beside the student's notebook
        return {}


def _module(name: str, alias: str | None) -> Any:
    """Return what ``import name`` or ``import name as alias`` would bind."""
    whole = importlib.import_module(name)
    return whole if alias else importlib.import_module(name.partition(".")[0])
