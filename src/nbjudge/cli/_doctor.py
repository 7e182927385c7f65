"""``nbjudge doctor``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ..gradebook import shown
from ..nbgrader_plugins import Course, CourseError, open_course
from ..sandbox import Wall, walls, why_not

PARTS = ("nbgrader_config.py", "source", "submitted", "gradebook.db")
"""A folder with one of them is taken for a course."""


@click.command()
@click.pass_context
def doctor(ctx: click.Context) -> None:
    """Try each wall of the sandbox on this machine; in a course folder its settings and gradebook.

    Exit code 1 when something does not stand.
    """
    reason = why_not()
    if reason is not None:
        raise click.ClickException(reason)
    root: Path = ctx.obj
    found = [*walls(), *(_course(root) if any((root / part).exists() for part in PARTS) else ())]
    width = max(len(one.name) for one in found)
    for one in found:
        click.echo(f"{'stands' if one.stands else 'MISSING':<8}{one.name:<{width}}  {one.detail}")
    ctx.exit(0 if all(one.stands for one in found) else 1)


def _course(root: Path) -> Iterator[Wall]:
    """Yield a line on the course's settings, and one on its gradebook when they can be used."""
    try:
        course = open_course(root)
    except CourseError as error:
        yield Wall("configuration", False, " ".join(str(error).split()))
        return
    detail = " ".join(course.notes) or "students' code goes into the sandbox"
    yield Wall("configuration", not course.notes, detail)
    yield _gradebook(course)


def _gradebook(course: Course) -> Wall:
    """Return whether the gradebook is sound, can be reached and can be written."""
    try:
        notes = course.examine_gradebook()
        course.require_writable()
        where = shown(course.gradebook_url)
    except CourseError as error:
        return Wall("gradebook", False, str(error))
    return Wall("gradebook", True, " ".join((where, *notes)))
