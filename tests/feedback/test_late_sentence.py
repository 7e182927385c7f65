"""Being late is explained in one sentence: when, until when, how late, and what it costs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from nbjudge.nbgrader_plugins.feedback._late import HandIn, sentence

DUE = datetime(2026, 3, 28, 22, 59, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("hand_in", "told"),
    [
        (HandIn(None, None), "When you handed in is not known."),
        (HandIn(None, DUE), "When you handed in is not known; nothing was taken off for it."),
        (HandIn(DUE, None), "Handed in 2026-03-28 22:59 UTC."),
        (HandIn(DUE, DUE), "Handed in 2026-03-28 22:59 UTC, on time (due 2026-03-28 22:59 UTC)."),
        (
            HandIn(DUE + timedelta(seconds=1), DUE),
            "Handed in 2026-03-28 22:59 UTC, 1 min late (due 2026-03-28 22:59 UTC). "
            "Nothing was taken off for that.",
        ),
        (
            HandIn(DUE + timedelta(hours=3), DUE, timedelta(days=2), 1.0),
            "Handed in 2026-03-29 01:59 UTC, 3 h late (due 2026-03-28 22:59 UTC, with your "
            "extension of 2 d). For that 1 point was taken off.",
        ),
    ],
)
def test_the_sentence(hand_in: HandIn, told: str):
    assert sentence(hand_in, UTC) == told


def test_a_change_of_the_clock_between_due_and_handed_in_is_seen_in_the_zones():
    told = sentence(HandIn(DUE + timedelta(hours=4), DUE, penalty=2.5), BERLIN)
    assert "2026-03-29 04:59 CEST, 4 h late (due 2026-03-28 23:59 CET)" in told
    assert "For that 2.5 points were taken off." in told
