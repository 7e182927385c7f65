"""When it was handed in, and what being late costs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from ._words import counted, moment, span


@dataclass(frozen=True)
class HandIn:
    """What the gradebook knows of the times of a submission.

    Parameters
    ----------
    at, due : datetime or None
        With their zones; ``due`` has the extension in it. None where the gradebook has none.
    extension : timedelta
        By how much ``due`` is later than for the others.
    penalty : float
        Points that were taken off.
    """

    at: datetime | None
    due: datetime | None
    extension: timedelta = timedelta(0)
    penalty: float = 0.0

    @property
    def seconds_late(self) -> float:
        """Seconds after the due date; 0 where one of the two times is unknown."""
        if self.at is None or self.due is None:
            return 0.0
        return max(0.0, (self.at - self.due).total_seconds())


def sentence(hand_in: HandIn, zone: tzinfo) -> str:
    """Say when it was handed in, when it was due, and what that means for the points."""
    if hand_in.at is None:
        unknown = "When you handed in is not known"
        return f"{unknown}; nothing was taken off for it." if hand_in.due else f"{unknown}."
    told = f"Handed in {moment(hand_in.at, zone)}"
    if hand_in.due is None:
        return f"{told}."
    longer = f", with your extension of {span(hand_in.extension.total_seconds())}"
    due = f"due {moment(hand_in.due, zone)}{longer if hand_in.extension else ''}"
    if not hand_in.seconds_late:
        return f"{told}, on time ({due})."
    return f"{told}, {span(hand_in.seconds_late)} late ({due}). {_cost(hand_in.penalty)}"


def _cost(penalty: float) -> str:
    if not penalty:
        return "Nothing was taken off for that."
    return f"For that {counted(penalty)} {'was' if penalty == 1 else 'were'} taken off."
