"""The door to the gradebook's database; whatever goes wrong there becomes one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, make_url
from sqlalchemy.exc import SQLAlchemyError

from ._errors import ReportError


@contextmanager
def connected(url: str | URL) -> Iterator[Connection]:
    """Connect for reading.

    Raises
    ------
    ReportError
        When there is no such database, or when reading from it fails.
    """
    where = "URL"
    try:
        parsed = make_url(url)
        where = shown(parsed)
        _refuse_missing_file(parsed)
        engine = create_engine(parsed)
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()
    except (SQLAlchemyError, ImportError, ValueError, TypeError) as error:
        # ValueError, TypeError: SQLite stores any text in a column of numbers or dates.
        reason = str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")
        raise ReportError(
            f"The gradebook {where} cannot be read ({reason}): "
            "check that it is nbgrader's and that no other program holds it."
        ) from error


def _refuse_missing_file(url: URL) -> None:
    """Refuse before connecting, since SQLite would make an empty file."""
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise ReportError(
            f"There is no gradebook at {url.database}: release and grade the assignment first."
        )


def shown(url: URL) -> str:
    """Return where a database is, without whatever secret its URL holds."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return f"{url.get_backend_name()}://{url.host or ''}/{url.database or ''}"
