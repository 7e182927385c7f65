"""``nbjudge report``."""

from __future__ import annotations

from pathlib import Path

import click

from .. import report as reports
from ..lesson import find_lesson
from ._sound import sound_course


@click.command()
@click.argument("assignment")
@click.option(
    "--jupyter",
    default="http://localhost:8888",
    show_default=True,
    help="Where your Jupyter runs; the page links to its formgrader.",
)
@click.pass_obj
def report(root: Path, assignment: str, jupyter: str) -> None:
    """Write the report of an assignment: frames as CSV and Parquet, and a page."""
    course, lesson = sound_course(root), find_lesson(assignment, root)
    frames = reports.load(lesson, gradebook_url=course.gradebook_url)
    page = reports.write(frames, root / "reports" / assignment, jupyter=jupyter)
    rows = reports.digest(frames)
    widths = [max(map(len, [name, *rows[name]])) for name in ("student", "status", "total")]
    for row in [tuple(rows.columns), *rows.itertuples(index=False)]:
        student, status, total, lost = row
        start = f"{student:<{widths[0]}}  {status:<{widths[1]}}  {total:>{widths[2]}}"
        click.echo(f"{start}  {lost}".rstrip())
    for sentence in reports.about_tests(frames):
        click.echo(reports.printable(sentence))
    click.echo(f"The page is {page}.")
