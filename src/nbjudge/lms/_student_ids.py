"""Which ids can be a student's here: they become names of folders and cells of tables."""

from __future__ import annotations

from ._errors import RefusedError
from ._member_names import inside

FORMULA = ("=", "+", "@", "\t", "\r")
"""A spreadsheet takes these for the beginning of a formula; ``-`` also begins honest ids."""


def why_unusable(student: str) -> str | None:
    """Return why an id cannot be used, as the end of a sentence; None when it can."""
    if student != student.strip():
        return "begins or ends with a space"
    if student.startswith("."):
        return "begins with a dot, and nbgrader passes such folders over"
    if student.startswith(FORMULA):
        return "would be a formula in a spreadsheet"
    try:
        parts = inside(student).parts
    except RefusedError:
        return "cannot be the name of a folder"
    return None if parts == (student,) else "cannot be the name of a folder"
