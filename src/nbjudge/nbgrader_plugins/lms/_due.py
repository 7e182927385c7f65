"""When an assignment is due, for each student."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from nbgrader.api import MissingEntry

from .._course import Course
from .._gradebook import is_there

Due = Callable[[str], datetime | None]


def due_dates(course: Course, assignment: str) -> Due:
    """Return a function of the student that gives the due date with the extension, UTC.

    It gives None where the gradebook has no due date, and where there is no gradebook yet.
    """
    if not is_there(course.gradebook_url):
        return lambda student: None
    with course.gradebook() as gradebook:
        try:
            found = gradebook.find_assignment(assignment)
        except MissingEntry:
            return lambda student: None
        due = found.duedate and found.duedate.replace(tzinfo=UTC)
        own = {one.student.id: one.extension for one in found.submissions if one.extension}
    return lambda student: due + own[student] if due and student in own else due
