"""One reader of moments, and all who read them use it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import nbjudge
from nbjudge.times import NoZoneError, TimeError, in_utc, read_time

BERLIN = ZoneInfo("Europe/Berlin")
MOMENT = datetime(2026, 2, 1, 22, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-01 23:59:00 +0100", "2026-02-01 23:59 +01:00", "2026-02-01 23:59:00 +01",
        "2026-02-01 23:59:00+0100", "2026-02-01T23:59+01:00", "2026-02-01T23:59:00 +0100",
        "2026-02-01  23:59:00  +0100", "2026-02-01 22:59 UTC", "2026-02-01 22:59:00 utc",
        "2026-02-01 22:59:00.000000 GMT\n", "2026-02-01T22:59:00Z", "2026-02-01 17:29:00 -0530",
        "2026-02-01 23:59 Europe/Berlin", "2026-02-01T23:59 Europe/Berlin",
        "2026-02-01 19:59 America/Argentina/Buenos_Aires", "2026-02-01 23:59",
    ],
)  # fmt: skip
def test_ways_to_write_one_moment(text: str):
    assert read_time(text, BERLIN) == MOMENT


@pytest.mark.parametrize(
    "text",
    [
        "", "tomorrow", "2026-02-01 23:59 PST", "2026-02-01 11:59 PM", "2026-02-01 23:59 100",
        "2026-02-01 23:59 +0160", "2026-02-01 23:59 +2500", "2026-02-01 23:59 +1",
        "2026-02-01 23:59 Europe/Nowhere", "2026-02-01 23:59 America/Argentina",
        "2026-02-01 23:59 ../etc/passwd", "2026-02-30 12:00 UTC", "2026-02-01 25:00",
        "01/02/2026 23:59", "0001-01-01 00:00 +0200", "2026-02-01 23:59:00 +01:00 UTC",
        "２０２６-02-01 23:59",
    ],
)  # fmt: skip
def test_what_is_no_moment_is_refused_with_one_that_is(text: str):
    with pytest.raises(TimeError, match=r"is no moment like 2026-01-31 23:59 \+01:00"):
        read_time(text, UTC)


def test_a_moment_without_a_zone_needs_one():
    with pytest.raises(NoZoneError, match="has no zone"):
        read_time("2026-02-01 23:59", None)


@pytest.mark.parametrize("text", ["2026-10-25 02:30", "2026-03-29 02:30"])
def test_of_the_two_moments_of_a_clock_change_the_earlier_counts(text: str):
    expected = datetime.fromisoformat(text).replace(hour=0, tzinfo=UTC)
    assert read_time(text, BERLIN) == read_time(f"{text} Europe/Berlin", None) == expected
    assert in_utc(datetime.fromisoformat(text), BERLIN) == expected


def test_nothing_else_of_ours_reads_times():
    """Formats of an LMS that are no ISO stand with that LMS; their zones are dealt with here."""
    root = Path(nbjudge.__file__).parent
    own = {root / "times.py", root / "lms" / "_worksheet_times.py"}
    readers = ("fromisoformat", "strptime", "dateutil")
    texts = {path: path.read_text("utf-8") for path in root.rglob("*.py") if path not in own}
    assert not [path for path, text in texts.items() if any(word in text for word in readers)]
