"""``nbjudge doctor``."""

from __future__ import annotations

from pathlib import Path

import click

from ..gradebook import shown
from ..nbgrader_plugins import CourseError, open_course
from ..sandbox import Wall, walls, why_not

CONFIG = "nbgrader_config.py"


@click.command()
@click.pass_context
def doctor(ctx: click.Context) -> None:
    """Try each wall of the sandbox on this machine, and in a course folder the gradebook too.

    Exit code 1 when something does not stand.
    """
    reason = why_not()
    if reason is not None:
        raise click.ClickException(reason)
    root: Path = ctx.obj
    found = [*walls(), *([_gradebook(root)] if (root / CONFIG).is_file() else [])]
    width = max(len(one.name) for one in found)
    for one in found:
        click.echo(f"{'stands' if one.stands else 'MISSING':<8}{one.name:<{width}}  {one.detail}")
    ctx.exit(0 if all(one.stands for one in found) else 1)


def _gradebook(root: Path) -> Wall:
    """Return whether the gradebook is sound and can be reached, as one line more."""
    try:
        course = open_course(root)
        notes = course.examine_gradebook()
        where = shown(course.gradebook_url)
    except CourseError as error:
        return Wall("gradebook", False, str(error))
    return Wall("gradebook", True, " ".join((where, *notes)))
