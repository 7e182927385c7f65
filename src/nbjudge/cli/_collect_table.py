"""What ``nbjudge collect`` shows: progress on the way, a table at the end."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from ..lms import NOTHING, HandedIn, Refusal, Rules, Taken, collect
from ..report import printable

HEADER = ("student", "attempts", "taken", "lateness", "notes")


def collected(found: HandedIn, rules: Rules) -> list[Taken]:
    """Collect, and show how far it is; what was taken before an interrupt stays, each whole."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:40.40}"), BarColumn(), MofNCompleteColumn())
    rows: list[Taken] = []
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("Collecting", total=len(found.attempts) + len(found.missing))
        try:
            for row in collect(found, rules):
                rows.append(row)
                progress.update(task, advance=1, description=f"Collected {row.student}")
        except KeyboardInterrupt:
            done = f"{len(rows)} of {len(found.attempts)} are collected"
            raise click.ClickException(f"Stopped: {done}. Run it again to go on.") from None
    return rows


def tell(rows: Sequence[Taken], refusals: Sequence[Refusal], *, dry_run: bool) -> None:
    """Print a row per student, then what is nobody's, then how many of each."""
    table = [HEADER, *(_cells(row) for row in rows)]
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    for *cells, notes in table:
        start = "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
        click.echo(f"{start}  {notes}".rstrip())
    for refusal in refusals:
        click.echo(f"Refused: {refusal.sentence}")
    taken = sum(row.taken != NOTHING for row in rows)
    missing = sum(not row.attempts for row in rows)
    refused = len(refusals) + sum(row.refused for row in rows)
    verb = "would be taken; nothing was written" if dry_run else "taken"
    click.echo(f"{taken} {verb}, {missing} without a submission, {refused} refused.")


def _cells(row: Taken) -> tuple[str, ...]:
    notes = "; ".join(row.notes)
    return (printable(row.student), str(row.attempts), row.taken, row.lateness, notes)
