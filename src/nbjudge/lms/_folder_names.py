"""A plain folder with one folder, or one notebook, for each student."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from ._naming import Named, Naming, Owner

TIMESTAMP = "timestamp.txt"
"""nbgrader's file with the time of handing in."""


def folder_naming(paths: Iterable[PurePosixPath]) -> Naming:
    """Return the naming of a folder whose first level is the students' ids, taken literally.

    A folder within a student's that has notebooks, or a ``timestamp.txt``, is an attempt of its
    own, unless one of the two lies beside it: ``0042/first/…``, ``0042/second/…``. A notebook that
    stands alone on the first level belongs to the student whom its name tells.

    Parameters
    ----------
    paths : iterable of PurePosixPath
        Everything that is in the folder: one file alone does not tell what is an attempt.
    """
    holders = {path.parent for path in paths if _marks_an_attempt(path)}

    def naming(path: PurePosixPath) -> Named | None:
        if len(path.parts) == 1:
            return Named(Owner(path.stem, ""), path) if path.suffix == ".ipynb" else None
        student, *_rest = path.parts
        top = _top(path, holders)
        attempt = "/".join(top.parts[1:])
        return Named(Owner(student, ""), path.relative_to(top), attempt=attempt)

    return naming


def _marks_an_attempt(path: PurePosixPath) -> bool:
    return path.suffix == ".ipynb" or path.name == TIMESTAMP


def _top(path: PurePosixPath, holders: set[PurePosixPath]) -> PurePosixPath:
    """Return the outermost folder above a file that holds a notebook, or else the student's."""
    above = [parent for parent in path.parents if len(parent.parts) >= 1]
    return next((parent for parent in reversed(above) if parent in holders), above[-1])
