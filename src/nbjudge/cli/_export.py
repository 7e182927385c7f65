"""``nbjudge export``."""

from __future__ import annotations

from pathlib import Path

import click

from .. import report as reports
from ..lesson import find_lesson
from ..lms import Options, Order, Target, export, save
from ._sound import sound_course

EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(name="export")
@click.argument("assignment")
@click.option("--to", "target", required=True, type=click.Choice([one.value for one in Target]))
@click.option("--roster", type=EXISTING, help="The LMS's own file, into which marks are merged.")
@click.option("--id", "identity", help="Which id of the roster is the student's here.")
@click.option("--column", help="The assignment's column in Canvas: its title or number.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="The new file.")
@click.option("--partial", is_flag=True, help="Export points so far, where graders still wait.")
@click.option("--missing-zero", is_flag=True, help="Give 0 to whom the gradebook does not know.")
@click.option("--scale", is_flag=True, help="Convert to the points that the LMS counts.")
@click.pass_context
def export_(
    ctx: click.Context,
    assignment: str,
    target: str,
    roster: Path | None,
    identity: str | None,
    column: str | None,
    output: Path | None,
    partial: bool,
    missing_zero: bool,
    scale: bool,
) -> None:
    """Export the marks of an assignment into the LMS's own file, as a new file.

    Exit code 0 when every mark found its place, 2 when students are missing in the roster.
    """
    root: Path = ctx.obj
    course, lesson = sound_course(root), find_lesson(assignment, root)
    frames = reports.load(lesson, gradebook_url=course.gradebook_url)
    order = Order(Target(target), roster, identity, column, Options(partial, missing_zero, scale))
    exported = export(frames, order)
    path = output or root / "reports" / assignment / f"{target}.csv"
    save(exported, path, roster)
    for note in exported.notes:
        click.echo(reports.printable(f"{note}."))
    if exported.stray:
        click.echo(reports.printable(f"Not in the roster: {', '.join(exported.stray)}."))
    click.echo(f"{exported.written} marks are in {path}.")
    ctx.exit(2 if exported.stray else 0)
