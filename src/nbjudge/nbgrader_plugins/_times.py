"""Has nbgrader read times as the rest of this package does.

nbgrader's own reader takes the offset in ``2026-02-01 23:59:00 +0100`` for 100 seconds, and leaves
out a third word that it does not know: ``23:59 PST`` is 23:59 UTC to it, ``11:59 PM`` is 11:59.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import nbgrader.apps.api
import nbgrader.apps.zipcollectapp
import nbgrader.coursedir
import nbgrader.exchange.default.collect
import nbgrader.utils
from nbgrader.apps.dbapp import DbAssignmentAddApp

from ..times import TimeError, read_time

_nbgraders = nbgrader.utils.parse_utc
_add_assignment = DbAssignmentAddApp.start

READERS = (
    nbgrader.apps.api,
    nbgrader.apps.zipcollectapp,
    nbgrader.coursedir,
    nbgrader.exchange.default.collect,
)
"""Modules that read the time of a submission, each with a name of its own for the reader."""


def time_to_store(time: str | datetime | None) -> datetime | None:
    """Return a time for the gradebook, naive in UTC as nbgrader has it; without a zone it is UTC.

    Raises
    ------
    TimeError
        When a text is no moment: a due date that is misread costs students points.
    """
    if not isinstance(time, str):
        return _nbgraders(time)
    return read_time(time, UTC).replace(tzinfo=None)


def time_of_submission(time: str | datetime | None) -> datetime | None:
    """Return the time of a submission, naive in UTC; in other formats, as nbgrader reads them.

    Refused, one student's ``timestamp.txt`` would stop the formgrader, and collecting a class.
    """
    try:
        return time_to_store(time)
    except TimeError:
        return _nbgraders(time)


def install() -> None:
    """Put our readers in the place of nbgrader's."""
    nbgrader.utils.parse_utc = time_to_store  # the gradebook looks it up there at each call
    for module in READERS:
        module.parse_utc = time_of_submission
    DbAssignmentAddApp.start = _add_in_sentences


def _add_in_sentences(app: Any) -> None:
    """Add an assignment; a due date that is no moment ends the command with a sentence."""
    try:
        _add_assignment(app)
    except TimeError as error:
        app.fail("%s", error)
