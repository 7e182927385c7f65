"""``nbjudge grade --dry-run``: what grading again would change."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click
from rich.console import Console
from rich.progress import Progress

from ..grade import Change, Move, Regrade, regrade
from ..nbgrader_plugins import Course

UNKNOWN = "\N{EN DASH}"
HEAD = ("student", "before", "after", "difference", "what changes")


def dry_run(
    course: Course,
    assignment: str,
    students: Sequence[str],
    *,
    force: bool,
    jobs: int,
    as_json: bool,
    dask: str | None = None,
) -> int:
    """Print who would move; return the exit code: 2 when the grader itself failed on some."""
    console = Console(stderr=True)
    # without a thread that refreshes it: processes are forked meanwhile
    with Progress(console=console, disable=not console.is_terminal, auto_refresh=False) as progress:
        task = progress.add_task("Grading in a copy", total=len(students))
        try:
            found = regrade(
                course,
                assignment,
                students,
                force=force,
                jobs=jobs,
                dask=dask,
                graded=lambda one: progress.update(task, advance=1, refresh=True),
            )
        except KeyboardInterrupt:
            raise click.ClickException("Stopped. Nothing was written.") from None
    click.echo(json.dumps(found.to_json(), indent=1) if as_json else "\n".join(_told(found)))
    return 2 if any(move.failure for move in found.students) else 0


def _told(found: Regrade) -> Iterator[str]:
    rows = [_row(move, found) for move in found.students if _is_told(move)]
    if rows:
        table = [HEAD, *rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for student, before, after, difference, what in table:
            numbers = f"{before:>{widths[1]}}  {after:>{widths[2]}}  {difference:>{widths[3]}}"
            yield f"{student:<{widths[0]}}  {numbers}  {what}".rstrip()
    yield f"{len(found.moved)} of {len(found.students)} would move{_means(found)}."
    if not found.released:
        yield (
            "The source is not what was released; this counts it as released. To make it so: "
            f"nbjudge release {found.assignment}, then nbjudge grade {found.assignment}."
        )
    yield "Nothing was written."


def _is_told(move: Move) -> bool:
    return bool(move.changes or move.failure or move.handed_in_again)


def _row(move: Move, found: Regrade) -> tuple[str, str, str, str, str]:
    difference = UNKNOWN if move.difference is None else f"{move.difference:+g}"
    return (
        move.student,
        _points(move.before, found.most_before),
        _points(move.after, found.most_after),
        difference if move.difference != 0 else "0",
        "; ".join(_what(move)),
    )


def _what(move: Move) -> Iterator[str]:
    if move.failure:
        yield move.failure
    if move.handed_in_again:
        yield "handed in again"
    if move.before is None and move.after is not None:
        yield "graded for the first time"
    elif move.changes:
        yield ", ".join(map(_changed, move.changes))


def _changed(change: Change) -> str:
    return f"{change.grade_id} {_score(change.before)} → {_score(change.after)}"


def _means(found: Regrade) -> str:
    if found.means is None:
        return ""
    before, after = found.means
    both = _points(before, found.most_before), _points(after, found.most_after)
    return f"; the mean is {both[0]} before, {both[1]} after"


def _points(score: float | None, most: float) -> str:
    return f"{_score(score)}/{_score(most)}"


def _score(score: float | None) -> str:
    return UNKNOWN if score is None else f"{score:.2f}".rstrip("0").rstrip(".")
