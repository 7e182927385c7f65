"""``nbjudge check``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from ..audit import SECONDS, Audit, Finding, Tell, audit
from ..lesson import LessonError
from ..nbgrader_plugins import CourseError, open_course


@click.command()
@click.argument("assignment")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=SECONDS,
    show_default=True,
    help="Time for trying changed answers, for each notebook.",
)
@click.pass_context
def check(ctx: click.Context, assignment: str, as_json: bool, seconds: float) -> None:
    """Look through an assignment before its release.

    A copy is released; the solution, the untouched starter and changed answers are graded in it.
    Exit code 1 when something has to be mended; remarks alone leave it at 0.
    """
    root: Path = ctx.obj
    try:
        with _progress() as tell:
            found = audit(open_course(root), assignment, seconds=seconds, tell=tell)
    except (LessonError, CourseError) as error:
        if not as_json:
            raise
        finding = {"rule": "cannot be checked", "where": assignment, "text": str(error)}
        failed = {"ok": False, "errors": [finding | {"notebook": ""}], "remarks": []}
        click.echo(json.dumps(failed, indent=1))
        ctx.exit(1)
    click.echo(json.dumps(found.to_json(), indent=1) if as_json else _told(found, assignment))
    ctx.exit(1 if found.errors else 0)


@contextmanager
def _progress() -> Iterator[Tell]:
    """Show on standard error how far the check is; where that is no terminal, a line a step."""
    console, said = Console(stderr=True), set[str]()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    # without a thread that refreshes it: processes are forked meanwhile
    with Progress(
        *columns,
        console=console,
        disable=not console.is_terminal,
        auto_refresh=False,
        transient=True,
    ) as progress:
        task = progress.add_task("")

        def tell(what: str, done: int, total: int) -> None:
            if console.is_terminal:
                progress.update(task, description=what, completed=done, total=total, refresh=True)
            elif what not in said:
                said.add(what)
                click.echo(f"{what} …", err=True)

        yield tell


def _told(found: Audit, assignment: str) -> str:
    lines = [_matrix(found)] if found.matrix else []
    lines += [*_sums(found)]
    several = len(found.solution) > 1
    lines += [_line(finding, several) for finding in found.errors]
    lines += [f"remark: {_line(finding, several)}" for finding in found.remarks]
    remarks = f", {_counted(len(found.remarks), 'remark')}" if found.remarks else ""
    if found.errors:
        lines.append(f"{_counted(len(found.errors), 'thing')} to mend{remarks}.")
    else:
        lines.append(f"{assignment} can be released{remarks}.")
    return "\n".join(lines)


def _sums(found: Audit) -> Iterator[str]:
    """Say what the solution gets, and how many of the changed answers lose points."""
    for name, scores in found.solution.items():
        place = f"{name}: " if len(found.solution) > 1 else ""
        got = sum(score or 0 for score in scores.values())
        text = f"{place}The solution gets {got:g} of {found.automatic[name]:g} automatic points"
        tried = [each for each in found.tried if each.notebook == name]
        caught = sum(bool(each.failed) for each in tried)
        more = f"; the tests catch {caught} of {_counted(len(tried), 'changed answer')}"
        yield f"{text}{more if tried else ''}."


def _line(finding: Finding, several: bool) -> str:
    place = f"{finding.notebook}: " if several and finding.notebook else ""
    return f"{finding.rule}: {place}{finding.where}: {finding.text}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _matrix(found: Audit) -> str:
    """Return the kill matrix: a row for each implementation, a column for each hidden test."""
    tests = [name for name in found.matrix if not name.startswith("right: ")]
    width = max(map(len, found.matrix))
    rows = [f"{number}  {test}" for number, test in enumerate(tests, start=1)]
    rows.append(" " * width + "  " + " ".join(str(n) for n in range(1, len(tests) + 1)))
    for name, failed in found.matrix.items():
        rows.append(f"{name:<{width}}  " + " ".join("x" if t in failed else "." for t in tests))
    return "\n".join(["Which hidden test (column) fails on which implementation (row):", *rows])
