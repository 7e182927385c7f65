"""A course's gradebook, opened with nbgrader's own API; what goes wrong is said in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nbgrader.api import Gradebook
from sqlalchemy.exc import DBAPIError

from ..gradebook import GradebookError, examine, file_of, sentence, why_not_writable
from ._errors import CourseError


@contextmanager
def in_sentences(url: str) -> Iterator[None]:
    """Say in a sentence what a gradebook complains of.

    Raises
    ------
    CourseError
        Never with the password that a URL may hold.
    """
    try:
        yield
    except GradebookError as error:
        raise CourseError(str(error)) from error
    except DBAPIError as error:
        raise CourseError(sentence(url, error)) from error


@contextmanager
def opened(url: str, course_id: str) -> Iterator[Any]:
    """Open a gradebook; one that is empty gets its tables."""
    with in_sentences(url), Gradebook(url, course_id) as gradebook:
        yield gradebook


def examined(url: str) -> tuple[str, ...]:
    """Refuse a gradebook that is damaged or out of reach; return what its owner should know."""
    with in_sentences(url):
        return examine(url)


def is_there(url: str) -> bool:
    """Whether there is a gradebook; a server's is taken to be there."""
    with in_sentences(url):
        path = file_of(url)
    return path is None or path.is_file()


def require_there(url: str, assignment: str) -> None:
    """Refuse a file that is not there: it would be made, and be empty."""
    if not is_there(url):
        raise CourseError(f"There is no gradebook at {file_of(url)}: release {assignment} first.")


def require_writable(url: str) -> None:
    """Refuse a file that cannot be written, before anything is tried that would leave traces."""
    with in_sentences(url):
        path = file_of(url)
    reason = why_not_writable(path) if path is not None and path.is_file() else None
    if reason:
        raise CourseError(reason)
