"""The warm sandboxes of this process: one for each set of limits and libraries."""

from __future__ import annotations

import ast
import atexit
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from traitlets.config import Config

from ...judge import NotebookRunner
from ...sandbox import Confinement, Limits, why_not


@cache
def warm(
    limits: Limits,
    preload: tuple[str, ...],
    confinement: Confinement,
    environment: tuple[tuple[str, str], ...] = (),
) -> NotebookRunner:
    """Return a runner whose sandbox has loaded some modules; Python's end closes it."""
    runner = NotebookRunner(limits, preload, confinement, environment)
    runner.start()
    atexit.register(runner.close)
    return runner


def missing_sandbox(config: Config) -> str | None:
    """Return why student code cannot be shut in here, unless the instructor has said not to."""
    if not config.JudgeCells.get("sandbox", True):
        return None
    reason = why_not()
    return None if reason is None else f"{reason} To grade without a sandbox: --no-sandbox."


def imports_of(sources: Iterable[str], folder: Path, graders: Path) -> tuple[str, ...]:
    """Return the top-level modules that the instructor's cells and files import.

    What a student imports is not among them: it is loaded in the student's own process.

    Parameters
    ----------
    sources : iterable of str
        The master's cells.
    folder, graders : Path
        The assignment's folders; modules that stand in them are not to be loaded ahead.
    """
    beside = {path: place for place in (folder, graders) for path in place.glob("**/*.py")}
    texts = [*sources, *(path.read_text("utf-8", errors="replace") for path in beside)]
    found = {name for text in texts for name in _imported(text)}
    own = {path.relative_to(place).parts[0].removesuffix(".py") for path, place in beside.items()}
    return tuple(sorted(found - own))


@lru_cache(maxsize=256)  # each submission of an assignment has the same ones
def _imported(source: str) -> frozenset[str]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return frozenset()
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return frozenset(name.partition(".")[0] for name in found)
