"""Files that a notebook's code has written, put beside the autograded notebook.

Stock nbgrader runs the notebook there, so that they stay: a picture that a text shows, a table that
a TA looks at. They are a claim of the student's side, like all that comes from there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from importlib.machinery import all_suffixes
from pathlib import Path, PurePosixPath

MOST_BYTES = 16 * 2**20
"""Bytes of all files that a notebook's code may leave."""

MOST = 1000
"""Number of those files, and characters of one's path."""

_PROGRAMS = (*all_suffixes(), ".pth", ".ipynb")
_NAMES = frozenset({"matplotlibrc", "timestamp.txt", "__pycache__", ".ipynb_checkpoints"})
"""Python, a library or nbgrader would take these for its own."""


def put_written(files: Mapping[str, bytes], folder: Path, closed: Collection[str]) -> None:
    """Write files into a folder; what is there, or may not be there, is left alone.

    Parameters
    ----------
    files : mapping of str to bytes
        By relative path.
    folder : Path
        The autograded folder.
    closed : collection of str
        Files that the grader makes, by relative path.
    """
    left = MOST_BYTES
    for claimed, content in list(files.items())[:MOST]:
        name = PurePosixPath(claimed).as_posix()  # one file has many names: ``./a``, ``a/.``
        place = folder / name
        if name not in closed and len(content) <= left and _may_be(name) and _is_new(folder, place):
            left -= len(content)
            with suppress(OSError):
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)


def _may_be(name: str) -> bool:
    path = PurePosixPath(name)
    inside = bool(path.parts) and not path.is_absolute() and ".." not in path.parts
    program = name.lower().endswith(_PROGRAMS)
    return inside and len(name) <= MOST and not program and not _NAMES.intersection(path.parts)


def _is_new(folder: Path, place: Path) -> bool:
    """Whether a file can be made there without leaving the folder, or touching what is there."""
    inside = place.parent.resolve().is_relative_to(folder.resolve())
    return inside and not place.exists() and not place.is_symlink()
