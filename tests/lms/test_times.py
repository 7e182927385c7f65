"""Times have a zone, or say that they have none."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from nbjudge.lms import MOODLE, LmsError, read_roster, read_times, worksheet_times, zone_of
from nbjudge.lms._times import parsed
from tests.lms.conftest import GOLDEN

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize("text", ["", "yesterday", "2026-01-31 22:59:30 PST", "2026-13-01"])
def test_what_is_no_moment_is_refused(text: str):
    with pytest.raises(LmsError, match="is no moment"):
        parsed(text, BERLIN)


def test_moment_without_a_zone_is_refused():
    with pytest.raises(LmsError, match="--zone"):
        parsed("2026-01-31 22:59:30", None)


def test_zone_that_does_not_exist_is_refused():
    for name in ("PST8", "Mars/Olympus", "../etc/passwd", ""):
        with pytest.raises(LmsError, match="Europe/Berlin"):
            zone_of(name)


def test_csv_with_times(tmp_path: Path):
    path = tmp_path / "times.csv"
    path.write_text("user,submitted_at\n007,2026-02-02T00:00Z\n007,2026-02-01T00:00Z\n8,\n")
    assert read_times(path, None) == {
        "007": [datetime(2026, 2, 1, tzinfo=UTC), datetime(2026, 2, 2, tzinfo=UTC)]
    }


@pytest.mark.parametrize("guard", ["", "while(1);"])
def test_json_as_canvas_answers(tmp_path: Path, guard: str):
    path = tmp_path / "times.json"
    path.write_text(
        guard + '[{"user_id": 7, "submitted_at": "2026-02-01T00:00:00Z", "late": false},'
        ' {"user_id": 8, "submitted_at": null}]'
    )
    assert read_times(path, None) == {"7": [datetime(2026, 2, 1, tzinfo=UTC)]}


@pytest.mark.parametrize(
    ("name", "text"),
    [("t.csv", "a,b\n"), ("t.csv", ""), ("t.json", "{}x"), ("t.json", '{"a": 1}'), ("t.json", "7")],
)
def test_file_without_times_is_refused(tmp_path: Path, name: str, text: str):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(LmsError, match="submitted_at"):
        read_times(path, None)


def test_worksheet_of_moodle_has_times():
    roster = read_roster(GOLDEN / "moodle-roster.csv", MOODLE, None)
    assert worksheet_times(roster, BERLIN) == {
        "11111": [datetime(2026, 1, 31, 22, 54, tzinfo=UTC)],
        "11112": [datetime(2026, 1, 31, 23, 0, tzinfo=UTC)],
    }
