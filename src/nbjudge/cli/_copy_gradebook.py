"""``nbjudge copy-gradebook``."""

from __future__ import annotations

from pathlib import Path

import click

from ..gradebook import VARIABLE, shown
from ..nbgrader_plugins import CourseError, copy_gradebook
from ._sound import sound_course


@click.command(name="copy-gradebook")
@click.argument("old", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def copy_gradebook_(root: Path, old: Path) -> None:
    """Copy the SQLite gradebook OLD, all of it, into the empty one that GRADEBOOK_URL names.

    OLD is only read. Nobody should be grading meanwhile: what comes later is not copied.
    """
    course = sound_course(root)
    url, source = course.gradebook_url, f"sqlite:///{old.resolve()}"
    if shown(url) == shown(source):
        raise CourseError(f"{old} is this course's gradebook: name another one with {VARIABLE}.")
    rows = copy_gradebook(source, url)
    click.echo(f"{rows} rows of {old} are in {shown(url)} now.")
