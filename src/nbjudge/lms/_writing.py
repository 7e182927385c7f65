"""Puts a submission where nbgrader looks for it: whole or not at all, and over nothing unasked."""

from __future__ import annotations

import filecmp
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from ._folder_names import TIMESTAMP


class Change(StrEnum):
    """What taking a submission changes in the course folder."""

    NEW = "new"
    REPLACED = "replaced"
    SAME = "unchanged"
    KEPT = "kept the other one that is there"


@contextmanager
def scratch_in(folder: Path | None) -> Iterator[Path]:
    """Make a folder for work in progress and take it away again.

    Parameters
    ----------
    folder : Path or None
        Where a later move has to be atomic; its name begins with a dot, which nbgrader passes
        over. None where nothing will be moved.
    """
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".collect-", dir=folder))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def stamp(folder: Path, moment: datetime | None) -> None:
    """Write the time of handing in, UTC, as nbgrader reads it; nothing when it is unknown."""
    if moment is not None:
        (folder / TIMESTAMP).write_text(f"{moment:%Y-%m-%d %H:%M:%S} UTC\n", "utf-8")


def change(folder: Path, target: Path, *, force: bool) -> Change:
    """Return what moving a folder to its target would change."""
    if not target.exists():
        return Change.NEW
    if _is_same(folder, target):
        return Change.SAME
    return Change.REPLACED if force else Change.KEPT


def move(folder: Path, target: Path, aside: Path) -> None:
    """Move a folder to its target; what is there goes aside first, and back if the move fails."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        folder.replace(target)
        return
    target.replace(aside)
    try:
        folder.replace(target)
    except OSError:
        aside.replace(target)
        raise


def _is_same(one: Path, other: Path) -> bool:
    """Whether two folders hold the same files with the same bytes."""
    if not other.is_dir() or _names(one) != _names(other):
        return False
    names = [name for name in _names(one) if (one / name).is_file()]
    _equal, different, broken = filecmp.cmpfiles(one, other, names, shallow=False)
    return not different and not broken


def _names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
