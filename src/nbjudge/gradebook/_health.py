"""Whether a gradebook can be used: looked at once, before anything is read or written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ._address import VARIABLE, file_of, from_environment, parsed, shown
from ._engine import BUSY, reading
from ._errors import GradebookError
from ._mounts import network_filesystem
from ._untouched import open_to_read

CUT = 160
"""Characters of what SQLite says about the damage."""


def examine(url: str) -> tuple[str, ...]:
    """Look whether a gradebook is sound, and return sentences that its owner should know.

    An SQLite file that is not there yet is sound; nothing is written.

    Raises
    ------
    GradebookError
        When it is damaged or cannot be reached.
    """
    path = file_of(url)
    if path is None:
        with reading(url):
            pass
    elif path.exists():
        _check(path)
    elif not path.parent.is_dir():
        raise GradebookError(f"The gradebook {path} cannot be made: there is no such folder.")
    notes = _overruled(url), _risky(path) if path else None
    return tuple(note for note in notes if note)


def _check(path: Path) -> None:
    """Have SQLite walk through all pages and indexes: a fifth of a second for 5,000 students."""
    try:
        with closing(open_to_read(path, timeout=BUSY / 1000)) as gradebook:
            found = [str(row[0]) for row in gradebook.execute("PRAGMA integrity_check(1)")]
    except sqlite3.OperationalError as error:
        raise GradebookError(f"The gradebook {path} cannot be opened: {error}.") from error
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    if found != ["ok"]:
        said = " ".join(found[0].split())[:CUT]
        raise GradebookError(
            f"The gradebook {path} is damaged ({said}); nothing was written. Put a backup in its "
            "place, together with none of the files that begin with its name; without one, see "
            "docs/gradebook.md for what can still be read."
        )


def _overruled(url: str) -> str | None:
    named = from_environment()
    if named is None or parsed(named) == parsed(url):
        return None
    return (
        f"{VARIABLE} names {shown(named)}, but nbgrader_config.py sets CourseDirectory.db_url, and "
        f"that counts: the gradebook is {shown(url)}."
    )


def _risky(path: Path) -> str | None:
    kind = network_filesystem(path)
    if kind is None:
        return None
    return (
        f"The gradebook {path} lies on a network file system ({kind}), where two who write at once "
        f"can damage it: grade from one machine at a time, or move it to a local disk or, with "
        f"{VARIABLE}, to PostgreSQL (docs/gradebook.md)."
    )
