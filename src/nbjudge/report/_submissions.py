"""Each student's submission as a whole: the frame `submissions`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from ._gradebook import HandIn
from ._items import Item
from ._runs import Runs
from ._students import NOTHING, Student


def submission_row(
    student: Student, own: Sequence[Item], runs: Runs, due: datetime | None
) -> dict[str, Any]:
    """Return one row of the frame `submissions`; `due` holds for those without a hand-in."""
    hand_in = student.hand_in or HandIn(None, due, 0.0)
    said = [text for text in (student.sentence, runs.problem) if text not in ("", NOTHING)]
    return {
        "student": student.id,
        "status": student.status,
        "sentence": " ".join(said) or NOTHING,
        "submitted_at": hand_in.at,
        "due": hand_in.due,
        "seconds_late": _seconds_late(hand_in),
        "score": _total(own, hand_in.penalty),
        "max_score": sum(item.max_score for item in own),
        "waiting": sum(item.mark.needs_manual_grade for item in own),
        "file": _file(student),
        "runs": len(runs.experiments),
        "counted_runs": runs.counted,
        "late_penalty": hand_in.penalty,
    }


def _seconds_late(hand_in: HandIn) -> float | None:
    if hand_in.at is None:
        return None
    return max(0.0, (hand_in.at - hand_in.due).total_seconds()) if hand_in.due else 0.0


def _total(own: Sequence[Item], penalty: float) -> float | None:
    """Return the sum less the penalty, as nbgrader exports it."""
    given = [item.score for item in own if item.score is not None]
    return max(0.0, sum(given) - penalty) if given else None


def _file(student: Student) -> str:
    verdict = student.autograded.verdict
    return verdict.file if verdict else ", ".join(student.autograded.files)
