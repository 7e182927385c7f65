"""``nbjudge grade``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from ..cluster import ClusterError
from ..grade import Graded, GradedClass, grade_class, students_of, summarize
from ..tally import cut, waiting_count
from ..verdict import Status
from ._regrade import dry_run
from ._sound import sound_course


@click.command()
@click.argument("assignment")
@click.option(
    "--student",
    "--students",
    "wanted",
    multiple=True,
    help="Only this student, or several with commas between; may be repeated.",
)
@click.option("--force", is_flag=True, help="Grade again what has not changed.")
@click.option("--dry-run", "dry", is_flag=True, help="Say who would move, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON, for scripts.")
@click.option(
    "--jobs", type=click.IntRange(1), default=None, help="Processes that grade; one per core."
)
@click.option("--dask", metavar="ADDRESS", help="A Dask scheduler whose workers grade.")
@click.option("--no-sandbox", is_flag=True, help="Run student code as yourself; reports say so.")
@click.pass_context
def grade(
    ctx: click.Context,
    assignment: str,
    wanted: tuple[str, ...],
    force: bool,
    dry: bool,
    as_json: bool,
    jobs: int | None,
    dask: str | None,
    no_sandbox: bool,
) -> None:
    """Grade what was handed in; every submission ends with a status and a sentence.

    Exit code 0 when each has a verdict, 2 when the grader itself failed on some.
    """
    if dask is not None and jobs is not None:
        raise click.UsageError("--jobs counts processes here; with --dask, workers' threads count.")
    root: Path = ctx.obj
    course = sound_course(root)
    if no_sandbox:
        course.leave_the_sandbox_out()
    students = students_of(course, assignment, wanted, writing=not dry)
    if dry:
        several = jobs or _cores()
        how = {"force": force, "as_json": as_json}
        ctx.exit(dry_run(course, assignment, students, jobs=several, dask=dask, **how))
    graded: list[Graded] = []
    with _progress(Console(stderr=True)) as progress:
        task = progress.add_task("Grading", total=len(students))
        try:
            for one in grade_class(
                course, assignment, students, force=force, jobs=jobs or _cores(), dask=dask
            ):
                graded.append(one)
                progress.update(task, advance=1, description=f"Graded {one.student}", refresh=True)
        except (KeyboardInterrupt, ClusterError) as error:
            if not graded and isinstance(error, ClusterError):
                raise
            done = f"Stopped: {len(graded)} of {len(students)} are graded. Run it again to go on."
            raise click.ClickException(f"{error} {done}".strip()) from None
    found = summarize(course, assignment, graded)
    click.echo(json.dumps(found.to_json(), indent=1) if as_json else "\n".join(_told(found)))
    ctx.exit(2 if any(one.failed for one in graded) else 0)


def _cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Rate(ProgressColumn):
    """How many are graded in a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def _progress(console: Console) -> Progress:
    columns = (
        TextColumn("{task.description:40.40}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
    )
    # without a thread that refreshes it: processes are forked meanwhile
    return Progress(*columns, console=console, disable=not console.is_terminal, auto_refresh=False)


def _told(found: GradedClass) -> Iterator[str]:
    width = max(len(one.student) for one in found.students)
    for one in found.students:
        if sentence := found.told(one):
            yield f"{one.student:<{width}}  {one.status}: {sentence}"
    yield from cut(found.about_tests())
    yield f"{', '.join(_counts(found))}."


def _counts(found: GradedClass) -> Iterator[str]:
    for status in Status:
        if count := sum(one.status is status for one in found.students):
            yield f"{count} {status}"
    if found.waiting:
        tests = sum(map(len, found.waiting.values()))
        yield waiting_count(tests, len(found.waiting))
