"""The folder in which a test runs: the submission's own, where the autograded notebook stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from importlib.machinery import all_suffixes
from pathlib import Path, PurePosixPath

from ..sandbox import Stamp, stamps

MOST_BYTES = 16 * 2**20
"""Bytes of all files that a student's code may leave there."""

MOST = 1000
"""Number of those files, and characters of one's path."""

SETTINGS = frozenset({"matplotlibrc"})
"""Files that a library looks for in the folder in which it is loaded; Matplotlib evaluates its."""

_PROGRAMS = (*all_suffixes(), ".pth", ".ipynb")
_NAMES = SETTINGS | {"timestamp.txt", "__pycache__", ".ipynb_checkpoints"}
"""Neither the test's imports, nor its libraries, nor nbgrader may find these from a student."""


class Folder:
    """Takes in files that the student's code wrote; what was there before is never touched.

    Parameters
    ----------
    root : Path
        The folder.
    closed : collection of str
        Files that are not for the student's code to write, by path inside the folder: those that
        came with the submission, those that the grader makes.
    """

    def __init__(self, root: Path, closed: Collection[str] = ()) -> None:
        self._root = root
        self._seen = dict(stamps(root))
        self._closed = frozenset(closed)
        self.left = MOST_BYTES
        self._more = MOST

    def take(self, files: Mapping[str, bytes]) -> None:
        """Write what the student's code has written; what cannot be, or may not, is left out."""
        for claimed, content in files.items():
            name = PurePosixPath(claimed).as_posix()  # one file has many names: ``./a``, ``a/.``
            if self._is_open(name) and len(content) <= self.left and self._more > 0:
                with suppress(OSError):
                    self._write(name, content)

    def changed(self) -> dict[str, bytes]:
        """Return what the test has written or changed since this was last asked."""
        found: dict[str, bytes] = {}
        for name, stamp in stamps(self._root):
            if self._seen.get(name) != stamp and not name.endswith(".ipynb"):
                found[name] = (self._root / name).read_bytes()
            self._seen[name] = stamp
        return found

    def _is_open(self, name: str) -> bool:
        program = name.lower().endswith(_PROGRAMS)
        reserved = _NAMES.intersection(PurePosixPath(name).parts) or name in self._closed
        return len(name) <= MOST and not program and not reserved

    def _write(self, name: str, content: bytes) -> None:
        place = self._root / name
        if not _is_ours(self._root, place):
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        self.left -= len(content)
        self._more -= 1
        self._seen[name] = _stamp(place)


def files_in(root: Path) -> list[str]:
    """Return the paths of the files in a folder, inside of it."""
    return [name for name, _ in stamps(root)]


def _is_ours(root: Path, place: Path) -> bool:
    """Whether a file can be written there without leaving the folder, or replacing a folder."""
    inside = place.parent.resolve().is_relative_to(root.resolve())
    return inside and not place.is_symlink() and (place.is_file() or not place.exists())


def _stamp(path: Path) -> Stamp:
    about = path.lstat()
    return about.st_mtime_ns, about.st_size
