"""The door to the gradebook for reading; whatever goes wrong there becomes one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from ..gradebook import GradebookError, file_of, reading, sentence, shown
from ._errors import ReportError


@contextmanager
def connected(url: str | URL) -> Iterator[Connection]:
    """Connect for reading, at one moment of the gradebook.

    Raises
    ------
    ReportError
        When there is no such database, or when reading from it fails.
    """
    try:
        _refuse_missing_file(url)
        with reading(url) as connection:
            yield connection
    except GradebookError as error:
        raise ReportError(str(error)) from error
    except (SQLAlchemyError, ValueError, TypeError) as error:
        # ValueError, TypeError: SQLite stores any text in a column of numbers or dates.
        raise ReportError(_said(url, error)) from error


def _said(url: str | URL, error: Exception) -> str:
    if file_of(url) is None and isinstance(error, OperationalError):
        return sentence(url, error)
    known = error.orig if isinstance(error, DBAPIError) and error.orig else error
    reason = (str(known).splitlines() or [type(known).__name__])[0].rstrip(".")
    return (
        f"The gradebook {shown(url)} cannot be read ({reason}): "
        "check that it is nbgrader's and that no other program holds it."
    )


def _refuse_missing_file(url: str | URL) -> None:
    """Refuse before connecting, since SQLite would make an empty file."""
    path = file_of(url)
    if path is not None and not path.is_file():
        raise ReportError(
            f"There is no gradebook at {path}: release and grade the assignment first."
        )
