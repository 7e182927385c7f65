"""Exports marks: from the gradebook to a file that the LMS imports."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from ..report import Frames
from ._canvas_marks import canvas_column
from ._dialects import CANVAS, MOODLE
from ._errors import LmsError
from ._marks import marks_of
from ._merging import Exported, Options, merge
from ._moodle_marks import moodle_column
from ._plain_marks import plain_export
from ._roster import read_roster


class Target(StrEnum):
    """What the marks are exported to."""

    CANVAS = "canvas"
    MOODLE = "moodle"
    CSV = "csv"


@dataclass(frozen=True)
class Order:
    """What is to be exported.

    Parameters
    ----------
    target : Target
    roster : Path or None
        The LMS's own file; a plain CSV needs none.
    identity : str or None
        Which of the roster's ids is the student's here.
    column : str or None
        The assignment's column in Canvas's file.
    options : Options
    """

    target: Target
    roster: Path | None = None
    identity: str | None = None
    column: str | None = None
    options: Options = field(default_factory=Options)


def export(frames: Frames, order: Order) -> Exported:
    """Return the marks of a class as a file of the LMS.

    Raises
    ------
    LmsError
        When the roster cannot be used, a student of it is ambiguous, or marks are not final.
    """
    marks = marks_of(frames)
    if order.target is Target.CSV:
        return plain_export(frames, marks, order.roster, order.identity, order.options)
    dialect = CANVAS if order.target is Target.CANVAS else MOODLE
    if order.roster is None:
        raise LmsError(f"Name the {dialect.title} with --roster: the marks are merged into it.")
    roster = read_roster(order.roster, dialect, order.identity)
    column = (
        canvas_column(roster, frames.assignment, order.column)
        if order.target is Target.CANVAS
        else moodle_column(roster)
    )
    return merge(roster, marks, column, order.options)


def save(exported: Exported, path: Path, roster: Path | None) -> None:
    """Write an export, whole or not at all, and never over the roster.

    Raises
    ------
    LmsError
        When the path is the roster's, or cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if roster is not None and path.exists() and path.samefile(roster):
            raise LmsError(f"{path} is the roster itself: name another file with --output.")
        unfinished = path.with_name(f".{path.name}.unfinished")
        unfinished.write_bytes(exported.text.encode(exported.encoding))
        unfinished.replace(path)
    except OSError as error:
        raise LmsError(f"{path} cannot be written: {error.strerror}.") from error
