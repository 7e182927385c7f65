"""Opens the course for a verb that needs its gradebook."""

from __future__ import annotations

from pathlib import Path

import click

from ..nbgrader_plugins import Course, open_course


def sound_course(root: Path) -> Course:
    """Return the course; what one should know of it and its gradebook goes to standard error.

    Raises
    ------
    CourseError
        When there is no course, when it is not set up, or its gradebook is damaged or out of reach.
    """
    course = open_course(root)
    for note in (*course.notes, *course.examine_gradebook()):
        click.echo(note, err=True)
    return course
