"""Folders that permissions close: what is in one is not graded, and all others are."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def require_readable(folder: Path) -> None:
    """Refuse a folder whose files cannot be listed or opened: it would seem to be empty.

    Raises
    ------
    PermissionError
        When it is there and closed.
    """
    try:
        os.scandir(folder).close()
    except FileNotFoundError:
        return
    _require(folder, os.X_OK)


def require_replaceable(folder: Path) -> None:
    """Refuse a folder that could not be moved away: it has to be writable itself.

    Raises
    ------
    PermissionError
        When it, or the one that it is or would be in, cannot be written.
    """
    around = folder.parent
    while not around.exists():
        around = around.parent
    _require(around, os.W_OK | os.X_OK)
    if folder.exists():
        _require(folder, os.W_OK)


def is_folder(path: Path) -> bool:
    """Whether there is a folder; one that cannot be looked at is taken to be there."""
    try:
        return path.is_dir()
    except PermissionError:
        return True


def sentence(error: OSError) -> str:
    """Return what cannot be used, why, and what to do."""
    return (
        f"{error.filename} cannot be used ({error.strerror}): "
        "change its permissions, or make room, and grade again."
    )


def _require(folder: Path, mode: int) -> None:
    if not os.access(folder, mode):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
