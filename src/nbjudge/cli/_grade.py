"""``nbjudge grade``."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..grade import Graded, grade_class, students_of
from ..nbgrader_plugins import open_course
from ..verdict import Status


@click.command()
@click.argument("assignment")
@click.option("--student", "wanted", multiple=True, help="Only this student; may be repeated.")
@click.option("--force", is_flag=True, help="Grade again what has not changed.")
@click.option("--no-sandbox", is_flag=True, help="Run student code as yourself; reports say so.")
@click.pass_context
def grade(
    ctx: click.Context, assignment: str, wanted: tuple[str, ...], force: bool, no_sandbox: bool
) -> None:
    """Grade what was handed in; every submission ends with a status and a sentence.

    Exit code 0 when each has a verdict, 2 when the grader itself failed on some.
    """
    root: Path = ctx.obj
    course = open_course(root)
    if no_sandbox:
        course.leave_the_sandbox_out()
    students = students_of(course, assignment, wanted)
    console = Console(stderr=True)
    with _progress(console) as progress:
        task = progress.add_task("Grading", total=len(students))
        graded = []
        try:
            for one in grade_class(course, assignment, students, force=force):
                graded.append(one)
                progress.update(task, advance=1, description=f"Graded {one.student}")
        except KeyboardInterrupt:
            done = f"{len(graded)} of {len(students)} are graded"
            raise click.ClickException(f"Stopped: {done}. Run it again to go on.") from None
    _tell(graded)
    ctx.exit(2 if any(one.failed for one in graded) else 0)


def _progress(console: Console) -> Progress:
    columns = (
        TextColumn("{task.description:40.40}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, disable=not console.is_terminal)


def _tell(graded: list[Graded]) -> None:
    width = max(len(one.student) for one in graded)
    for one in graded:
        if one.status is not Status.GRADED:
            click.echo(f"{one.student:<{width}}  {one.status}: {one.sentence}")
    counts = {status: sum(one.status is status for one in graded) for status in Status}
    click.echo(", ".join(f"{count} {status}" for status, count in counts.items() if count) + ".")
