"""``nbjudge check``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..audit import Audit, audit
from ..lesson import Lesson, LessonError, find_lesson
from ..nbgrader_plugins import CourseError


@click.command()
@click.argument("assignment")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def check(ctx: click.Context, assignment: str, as_json: bool) -> None:
    """Audit an assignment before its release; exit code 1 when something has to be mended."""
    root: Path = ctx.obj
    try:
        lesson = find_lesson(assignment, root)
        found = audit(lesson)
    except (LessonError, CourseError) as error:
        if not as_json:
            raise
        breach = {"rule": "cannot be audited", "where": assignment, "text": str(error)}
        click.echo(json.dumps({"ok": False, "breaches": [breach]}, indent=1))
        ctx.exit(1)
    click.echo(json.dumps(found.to_json(), indent=1) if as_json else _told(found, lesson))
    ctx.exit(1 if found.breaches else 0)


def _told(found: Audit, lesson: Lesson) -> str:
    lines = [_matrix(found, lesson)]
    if found.trial:
        got = sum(score or 0 for score in found.trial.solution.values())
        lines.append(
            f"The solution gets {got:g} of {lesson.contract.automatic:g} automatic points."
        )
    lines += [f"{breach.rule}: {breach.where}: {breach.text}" for breach in found.breaches]
    count = len(found.breaches)
    lines.append(f"{count} thing(s) to mend." if count else f"{lesson.name} can be released.")
    return "\n".join(lines)


def _matrix(found: Audit, lesson: Lesson) -> str:
    """Return the kill matrix: a row for each implementation, a column for each hidden test."""
    tests = [mode.grade_id for mode in lesson.failure_modes]
    width = max(map(len, found.matrix))
    rows = [f"{number}  {test}" for number, test in enumerate(tests, start=1)]
    rows.append(" " * width + "  " + " ".join(str(n) for n in range(1, len(tests) + 1)))
    for name, failed in found.matrix.items():
        rows.append(f"{name:<{width}}  " + " ".join("x" if t in failed else "." for t in tests))
    return "\n".join(["Which hidden test (column) fails on which implementation (row):", *rows])
