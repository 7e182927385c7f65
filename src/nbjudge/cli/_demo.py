"""``nbjudge demo``."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import click

from ..demo import hand_in
from ..lesson import find_lesson
from ..times import read_time
from ._sound import sound_course


@click.command()
@click.argument("assignment")
@click.pass_obj
def demo(root: Path, assignment: str) -> None:
    """Hand in the demo class of a lesson; refuses where a real class has handed in."""
    course, lesson = sound_course(root), find_lesson(assignment, root)
    course.require_writable()
    students = hand_in(lesson, root / "submitted", root / "release" / assignment)
    course.set_due(assignment, read_time(students[0].due, UTC))
    click.echo(f"Handed in {len(students)} submissions of the demo class.")
