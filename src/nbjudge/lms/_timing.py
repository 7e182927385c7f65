"""Gives attempts their times, from whichever source knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from ..report import lateness, printable
from ..times import TimeError, read_time
from ._attempts import Attempt
from ._folder_names import TIMESTAMP
from ._naming import Owner
from ._policy import is_late, seconds_late
from ._times import Times, instant


@dataclass(frozen=True)
class Clock:
    """What is known of the times of handing in.

    Parameters
    ----------
    times : mapping
        Moments by student; they count before all else.
    trusts_dates : bool
        Whether the dates of the files in the archive are those of handing in.
    trusts_timestamps : bool
        Whether ``timestamp.txt`` is the instructor's; from an LMS it would be the student's.
    zone : ZoneInfo or None
        Of the times that say none.
    """

    times: Times = field(default_factory=dict)
    trusts_dates: bool = False
    trusts_timestamps: bool = False
    zone: ZoneInfo | None = None

    def timed(self, attempts: Sequence[Attempt], owner: Owner, student: str) -> list[Attempt]:
        """Return attempts with their times as far as these are known, the earliest first."""
        timed = [self._by_itself(attempt) for attempt in attempts]
        known = self.times.get(owner.key) or self.times.get(student) or []
        if len(known) == len(timed):
            timed = [replace(a, submitted_at=t) for a, t in zip(timed, known, strict=True)]
        elif known:  # an LMS tells when the last attempt was
            timed[-1] = replace(timed[-1], submitted_at=known[-1])
        moments = [attempt.submitted_at for attempt in timed if attempt.submitted_at]
        if len(moments) == len(timed):
            order = sorted(range(len(timed)), key=moments.__getitem__)
            timed = [timed[index] for index in order]
        return timed

    def _by_itself(self, attempt: Attempt) -> Attempt:
        moment, doubts = attempt.submitted_at, attempt.doubts
        if moment is None and self.trusts_timestamps:
            moment, doubts = self._stamped(attempt)
        if moment is None and self.trusts_dates:
            dates = [member.date for _path, member in attempt.files if member.date]
            moment = max((instant(date, self.zone) for date in dates), default=None)
        return replace(attempt, submitted_at=moment, doubts=doubts)

    def _stamped(self, attempt: Attempt) -> tuple[datetime | None, tuple[str, ...]]:
        """Return the moment in ``timestamp.txt``; and a note on one that makes no sense.

        It is UTC where neither it nor the instructor names a zone, as for the grader.
        """
        for path, member in attempt.files:
            if str(path) == TIMESTAMP:
                with member.open() as file:
                    text = file.read(200).decode("utf-8", "replace").strip()
                try:
                    return read_time(text, self.zone or UTC), ()
                except TimeError as error:
                    return None, (f"in {TIMESTAMP}, {printable(str(error)).rstrip('.')}",)
        return None, ()


def told_lateness(attempt: Attempt, due: datetime | None) -> tuple[str, tuple[str, ...]]:
    """Return how late an attempt is in words, and a note where LMS and due date disagree."""
    seconds, late = seconds_late(attempt, due), is_late(attempt, due)
    if seconds is None:
        return "unknown" if late is None else "late" if late else "on time", _doubts(attempt)
    if attempt.late is not None and attempt.late != late and attempt.submitted_at:
        word = "late" if attempt.late else "on time"
        return lateness(seconds), (f"the LMS says {word}: is its due date another one?",)
    return lateness(seconds), ()


def _doubts(attempt: Attempt) -> tuple[str, ...]:
    """Return what there is to say of a time that is not known."""
    return () if attempt.submitted_at else attempt.doubts
