"""``nbjudge release``."""

from __future__ import annotations

from pathlib import Path

import click

from ..release import release as make_release
from ._sound import sound_course


@click.command()
@click.argument("assignment")
@click.pass_obj
def release(root: Path, assignment: str) -> None:
    """Generate the student version of an assignment; a source that is broken changes nothing."""
    course = sound_course(root)
    folder = make_release(course, assignment)
    click.echo(f"Released {assignment} to {folder}.")
