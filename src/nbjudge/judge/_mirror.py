"""What a test does to the world around it, and what the student's code does, seen by both sides.

In one process a test that seeds ``np.random`` seeds it for the student's code too, and a file that
either of them writes is there for the other. Here each side has its own, and they are brought to
agree around every call.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Protocol

from ..sandbox import HostReference, Lost, Raised
from ._console import Console, Writing
from ._folder import Folder
from ._randomness import Dice, Randomness
from ._source import READ, parsed

READERS = frozenset(
    "open Path os io glob shutil pathlib tempfile load loadtxt genfromtxt fromfile imread".split()
)
"""Names by which a test shows that files matter to it; ``read_csv`` and the like begin so."""


class Sides(Writing, Dice, Protocol):
    """What of a sandbox's session is needed here."""

    def changed_files(self, most: int) -> dict[str, bytes]: ...
    def write_files(self, files: dict[str, bytes]) -> None: ...


class Mirror:
    """Brings random numbers and files of one submission to agree.

    Parameters
    ----------
    session : Sides
        The student's process.
    folder : Folder
        Where the test runs.
    """

    def __init__(self, session: Sides, folder: Folder) -> None:
        self._session = session
        self._folder = folder
        self._console = Console(session)
        self._randomness = Randomness(session)
        self._files_matter = False

    def begin_cell(self, source: str) -> None:
        """Show a test the files that the student's cells have written."""
        self._files_matter = is_about_files(source)
        self._randomness.begin_cell(source)
        self.take_files()

    def take_files(self) -> None:
        """Take what the student's cells have written, if their process is still there."""
        with suppress(Lost, Raised, ValueError, OSError):
            self._folder.take(self._session.changed_files(self._folder.left))

    def before_call(self, told: Callable[[Any], HostReference]) -> None:
        """Show the student's code what the test has seeded, written and replaced."""
        self._console.before_call(told)
        self._randomness.before_call()
        if self._files_matter and (written := self._folder.changed()):
            self._session.write_files(written)

    def after_call(self) -> None:
        """Show the test what the student's code has written."""
        self._console.after_call()
        if self._files_matter:
            self._folder.take(self._session.changed_files(self._folder.left))


@lru_cache(READ)
def is_about_files(source: str) -> bool:
    """Whether a test names anything that has to do with files."""
    try:
        nodes = list(ast.walk(parsed(source)))
    except (SyntaxError, ValueError):
        return False
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return bool(names & READERS) or any(name.startswith("read_") for name in names)
