"""``nbjudge collect``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path, PurePosixPath
from typing import Any

import click

from ..lesson import Lesson, find_lesson
from ..lms import (
    CANVAS,
    MOODLE,
    Clock,
    Expected,
    LmsError,
    Naming,
    Policy,
    Roster,
    Rules,
    canvas_name,
    folder_naming,
    handed_in,
    moodle_name,
    read_roster,
    read_times,
    worksheet_times,
    zone_of,
)
from ..nbgrader_plugins import Course
from ..nbgrader_plugins.lms import collector_naming, due_dates, trial_grader
from ._collect_table import collected, tell
from ._sound import sound_course

DIALECTS = {"canvas": CANVAS, "moodle": MOODLE}
ARCHIVE = "archive"
PARTICIPANTS = (
    "These ids are Moodle's participant numbers, and a student has another number in each "
    "assignment: the grading worksheet, named with --roster, gives lasting ones."
)
EXISTING = click.Path(exists=True, path_type=Path)


@click.command(name="collect")
@click.argument("assignment")
@click.argument("archives", nargs=-1, required=True, type=EXISTING)
@click.option(
    "--from",
    "source",
    required=True,
    type=click.Choice(["canvas", "moodle", "folder", "nbgrader"]),
    help="How the files are named: by an LMS, by a folder per student, or as nbgrader_config.py "
    "tells nbgrader's own collector.",
)
@click.option("--roster", type=EXISTING, help="The LMS's own file with the class.")
@click.option("--id", "identity", help="Which id of the roster is the student's here.")
@click.option(
    "--policy",
    type=click.Choice([one.value for one in Policy]),
    default=Policy.LAST.value,
    show_default=True,
)
@click.option(
    "--times",
    multiple=True,
    help="A file with the times of handing in (may be repeated), or the word 'archive'.",
)
@click.option("--zone", help="Zone of the times that say none, such as Europe/Berlin.")
@click.option("--dry-run", is_flag=True, help="Say what would be taken, and write nothing.")
@click.option("--force", is_flag=True, help="Replace submissions that are there already.")
@click.pass_context
def collect_(
    ctx: click.Context, /, assignment: str, archives: tuple[Path, ...], **asked: Any
) -> None:
    """Collect the submissions in ARCHIVES, the oldest download first, into submitted/.

    Exit code 0 when everything was taken, 2 when something was refused.
    """
    root: Path = ctx.obj
    course, lesson = sound_course(root), find_lesson(assignment, root)
    roster = _roster(asked["source"], asked["roster"], asked["identity"])
    expected = _expected(lesson)
    with (
        handed_in(archives, _namings(asked["source"], course), expected, roster) as found,
        _grader(course, assignment, asked["policy"]) as score,
    ):
        rules = Rules(
            submitted=root / "submitted",
            assignment=assignment,
            expected=expected,
            policy=Policy(asked["policy"]),
            due=due_dates(course, assignment),
            score=score,
            clock=_clock(asked, roster),
            force=asked["force"],
            dry_run=asked["dry_run"],
        )
        rows = collected(found, rules)
    tell(rows, found.refusals, dry_run=rules.dry_run)
    if asked["source"] == "moodle" and roster is None:
        click.echo(PARTICIPANTS)
    ctx.exit(2 if found.refusals or any(row.refused for row in rows) else 0)


def _roster(source: str, path: Path | None, identity: str | None) -> Roster | None:
    if path is None:
        if identity:
            raise LmsError("--id names a column of the roster: say which file with --roster.")
        return None
    if source not in DIALECTS:
        raise LmsError(f"--from {source} takes the students' ids as they are, without a roster.")
    return read_roster(path, DIALECTS[source], identity)


def _expected(lesson: Lesson) -> Expected:
    """Return the names of the files that a submission has."""
    notebooks = {path.name for path in lesson.source.glob("*.ipynb")}
    if not notebooks:
        raise LmsError(f"{lesson.source} has no notebook: which one students hand in is unknown.")
    beside = {path.name for path in lesson.source.iterdir() if path.is_file()} - notebooks
    return Expected(frozenset(notebooks), frozenset(beside | {lesson.experiments.SIDECAR}))


def _namings(source: str, course: Course) -> Callable[[Iterable[PurePosixPath]], Naming]:
    """Return a function that returns the naming of one download."""
    if source == "folder":
        return folder_naming
    fixed = {"canvas": canvas_name, "moodle": moodle_name}
    naming = fixed[source] if source in fixed else collector_naming(course)
    return lambda paths: naming


def _clock(asked: dict[str, Any], roster: Roster | None) -> Clock:
    zone = zone_of(asked["zone"]) if asked["zone"] else None
    files = [Path(name) for name in asked["times"] if name != ARCHIVE]
    known = dict(worksheet_times(roster, zone)) if roster and zone else {}
    for path in files:
        known |= read_times(path, zone)
    return Clock(known, ARCHIVE in asked["times"], asked["source"] == "folder", zone)


def _grader(
    course: Course, assignment: str, policy: str
) -> AbstractContextManager[Callable[[Path], float | None]]:
    if policy == Policy.BEST:
        return trial_grader(course, assignment)
    return nullcontext(lambda folder: None)
