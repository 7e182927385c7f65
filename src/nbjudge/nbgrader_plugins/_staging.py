"""Where submissions are marked before they are put in their place; several runs may do so at once.

Each run has a folder of its own and holds a lock beside it. What a run that was killed has left
behind is known by its lock, which nobody holds any more, and goes when the next run begins.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO
from uuid import uuid4

from ._errors import CourseError
from ._locked import sentence

if sys.platform != "win32":
    import fcntl

STAGING = ".marking"
"""Folder in ``autograded``."""

TRIES = 100
"""How often a place is tried that others fill at the same moment."""


class Staging:
    """The folder of one run.

    Parameters
    ----------
    autograded : Path
        The step's folder.
    """

    def __init__(self, autograded: Path) -> None:
        self._place = autograded / STAGING
        self._own = self._place / uuid4().hex
        self._numbers = count()

    def folder(self, student: str, assignment: str) -> Path:
        """Return where to mark one submission; it is not made yet."""
        number = f"{os.getpid()}-{next(self._numbers)}"
        return self._own / number / student / assignment

    def put(self, staged: Path, place: Path) -> None:
        """Put a submission that was marked here in its place; of an earlier one nothing is left."""
        put(staged, place)
        shutil.rmtree(staged.parent.parent, ignore_errors=True)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Hold the folder; at the end nothing of it is left.

        Raises
        ------
        CourseError
            When it cannot be made.
        """
        self._sweep()
        try:
            lock = self._lock()
        except OSError as error:
            raise CourseError(sentence(error)) from error
        with lock:
            try:
                yield
            finally:
                _remove(self._own.with_suffix(".lock"))
                with suppress(OSError):
                    self._place.rmdir()  # unless there is another run

    def _lock(self) -> IO[str]:
        """Make the lock and take it before anybody can see it."""
        unseen = self._own.with_suffix(".new")
        for _ in range(TRIES):
            self._place.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # another run has just ended, and removed the place
                file = unseen.open("w")
                _take(file.fileno())
                unseen.rename(self._own.with_suffix(".lock"))
                return file
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(unseen))

    def _sweep(self) -> None:
        """Remove what runs have left behind that were killed."""
        for lock in self._place.glob("*.lock"):
            with suppress(OSError), lock.open("r+") as file:
                if _take(file.fileno()):
                    _remove(lock)


def put(staged: Path, place: Path) -> None:
    """Put a folder in the place of an earlier one; there is never half of either.

    Another run may do the same at the same moment: the later one counts.

    Parameters
    ----------
    staged : Path
        On the same disk as the place; an earlier folder goes beside it, and is not taken away here.
    place : Path
        Where it belongs.

    Raises
    ------
    OSError
        When it cannot be put there; the earlier one is then as it was.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    for number in range(TRIES):
        aside = staged.parent / f"before-{number}"
        with suppress(FileNotFoundError):
            place.rename(aside)
        try:
            staged.rename(place)
            break
        except OSError as error:
            if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
                with suppress(OSError):
                    aside.rename(place)
                raise


def _remove(lock: Path) -> None:
    shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
    lock.unlink(missing_ok=True)


def _take(descriptor: int) -> bool:
    """Take a lock that goes with the process; False when another has it, or there are no locks."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
