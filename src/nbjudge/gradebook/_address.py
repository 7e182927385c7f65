"""Where the gradebook is: an SQLAlchemy URL, which may hold a password."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from ._errors import GradebookError

VARIABLE = "GRADEBOOK_URL"
"""Environment variable with the URL, so that no password has to stand in a file of the course."""

SHOWN_OPTIONS = ("host", "port")
"""Of what follows the question mark only these are shown: a password may stand there too."""


def from_environment() -> str | None:
    """Return the URL that the environment names; None when it names none."""
    given = os.environ.get(VARIABLE, "").strip()
    # how hosting services write it, and SQLAlchemy does not read it
    scheme, separator, rest = given.partition("://")
    return (f"postgresql://{rest}" if separator and scheme == "postgres" else given) or None


def parsed(url: str | URL) -> URL:
    """Return a URL in its parts.

    Raises
    ------
    GradebookError
        When it is none; its text is not repeated, since it may hold a password.
    """
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        raise GradebookError(
            f"The gradebook's address is no URL ({VARIABLE}, or CourseDirectory.db_url in "
            "nbgrader_config.py): it looks like postgresql://name:password@host/database, and "
            "@ : / % in a password are written %40 %3A %2F %25."
        ) from None


def shown(url: str | URL) -> str:
    """Return where a gradebook is, for people: a path, or a URL without its password."""
    known = parsed(url)
    if known.get_backend_name() == "sqlite":
        return known.database or "in memory"
    options = {name: known.query[name] for name in SHOWN_OPTIONS if name in known.query}
    return known.set(query=options).render_as_string(hide_password=True)


def secrets(url: URL) -> list[str]:
    """Return what of a URL nobody may read."""
    hidden = [value for name, value in url.query.items() if name not in SHOWN_OPTIONS]
    texts = [url.password, *hidden]
    return [text for text in texts if isinstance(text, str) and text]


def file_of(url: str | URL) -> Path | None:
    """Return the file that an SQLite gradebook is; None when it is no file."""
    known = parsed(url)
    named = known.database or ""
    if known.get_backend_name() != "sqlite" or named in {"", ":memory:"} or "mode=memory" in named:
        return None
    return Path(named)
