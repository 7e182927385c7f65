"""Reads an SQLite file that may not be written, and leaves nothing beside it.

To read a file that has a write-ahead log, SQLite makes two files beside it, with the permissions of
the first. Where that one may not be written they are left, and cannot be written either: they would
keep out whoever gets the permission later.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

COMPANIONS = ("-wal", "-shm")
"""What SQLite adds to the name of a file."""

HEADER, WAL = 18, 2
"""Where a file says how it is written, and what stands there when it has a write-ahead log."""


def open_to_read(path: Path, **settings: Any) -> sqlite3.Connection:
    """Connect to a file; what cannot be written is looked at as it is, without locks."""
    as_it_is = "?mode=ro&immutable=1" if is_untouchable(path) else ""
    opened: sqlite3.Connection = sqlite3.connect(
        f"{path.resolve().as_uri()}{as_it_is}", uri=True, **settings
    )
    return opened


def is_untouchable(path: Path) -> bool:
    """Whether reading a file in SQLite's own way would leave files beside it, or could not.

    When a log is there, somebody is writing or has not ended well: then it has to be read as well.
    """
    if not path.is_file() or not os.access(path, os.R_OK):
        return False
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return False
    return not _beside(path, "-wal").exists() and _has_log(path)


def why_not_writable(path: Path) -> str | None:
    """Return in a sentence why a gradebook cannot be written, and what to do; None when it can."""
    files = [path, *(_beside(path, ending) for ending in COMPANIONS)]
    locked = [file for file in files if file.exists() and not os.access(file, os.W_OK)]
    if locked:
        others = ", ".join(file.name for file in locked if file != path)
        also = f" ({others} neither)" if others and path in locked else ""
        which = path if path in locked else locked[0]
        return f"The gradebook {which} cannot be written{also}: change its permissions."
    if not os.access(path.parent, os.W_OK | os.X_OK):
        return (
            f"The gradebook {path} cannot be written, because files are made beside it: change the "
            f"permissions of {path.parent}."
        )
    return None


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _has_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(HEADER + 1)[HEADER:] == bytes([WAL])
