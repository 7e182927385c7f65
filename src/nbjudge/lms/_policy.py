"""Which of a student's attempts is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ._attempts import Attempt
from ._errors import RefusedError

Score = Callable[[Attempt], float | None]
"""What an attempt would get by itself; None when it cannot be graded."""


class Policy(StrEnum):
    """Which attempt counts."""

    LAST = "last"
    LAST_ON_TIME = "last-on-time"
    BEST = "best"


@dataclass(frozen=True)
class Choice:
    """The attempt that is taken, by its place in the list, and what there is to say of it."""

    index: int
    notes: tuple[str, ...] = ()


def seconds_late(attempt: Attempt, due: datetime | None) -> float | None:
    """Return by how much an attempt is late, 0 on time; None when that is not known."""
    if attempt.submitted_at is None or due is None:
        return 0.0 if attempt.late is False and attempt.submitted_at is None else None
    return max(0.0, (attempt.submitted_at - due).total_seconds())


def is_late(attempt: Attempt, due: datetime | None) -> bool | None:
    """Whether an attempt is late: its time decides, else the LMS's word; None when unknown."""
    seconds = seconds_late(attempt, due)
    return attempt.late if seconds is None else seconds > 0


def choose(
    attempts: Sequence[Attempt], policy: Policy, due: datetime | None, score: Score
) -> Choice:
    """Return which attempt is taken.

    Parameters
    ----------
    attempts : sequence of Attempt
        At least one, the earliest first.
    policy : Policy
    due : datetime or None
        The student's own due date, UTC.
    score : callable
        Asked only for ``Policy.BEST``, and only when there is a choice.

    Raises
    ------
    RefusedError
        When the policy needs to know what is late, and nothing tells.
    """
    last = len(attempts) - 1
    if policy is Policy.LAST or not last:
        return Choice(last)
    if policy is Policy.BEST:
        return _best([score(attempt) for attempt in attempts])
    late = [is_late(attempt, due) for attempt in attempts]
    if None in late:
        raise RefusedError(
            "what was on time is not known: 'last-on-time' needs a due date in the gradebook "
            "and the times of handing in (--times), or the word LATE of Canvas"
        )
    on_time = [index for index, is_one in enumerate(late) if not is_one]
    return Choice(on_time[-1]) if on_time else Choice(last, ("none was on time: the last",))


def _best(scores: Sequence[float | None]) -> Choice:
    """Return the attempt with the most points, of equal ones the later."""
    told = ", ".join("none" if score is None else f"{score:g}" for score in scores)
    ranked = [(-1.0 if score is None else score, index) for index, score in enumerate(scores)]
    return Choice(max(ranked)[1], (f"automatic points of the attempts: {told}",))
