"""Marks out: the LMS's own file comes back byte for byte, with nothing changed but the marks."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from nbjudge.lms import Exported, LmsError, Options, Order, Target, export, save
from nbjudge.report import Frames
from tests.lms.conftest import GOLDEN, NAME


def exported(frames: Frames, target: str, roster: str | Path | None, **rest: Any) -> Exported:
    options = Options(**{k: rest.pop(k) for k in ("partial", "zero_missing", "scale") if k in rest})
    path = GOLDEN / roster if isinstance(roster, str) else roster
    return export(frames, Order(Target(target), path, options=options, **rest))


def saved(one: Exported, folder: Path) -> bytes:
    path = folder / "out.csv"
    save(one, path, None)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("target", "roster", "golden", "options"),
    [
        ("canvas", "canvas-roster.csv", "canvas.csv", {}),
        ("canvas", "canvas-semicolons-roster.csv", "canvas-semicolons.csv", {"scale": True}),
        ("moodle", "moodle-roster.csv", "moodle.csv", {}),
        ("csv", None, "plain.csv", {}),
    ],
)
def test_export_is_the_golden_file(
    frames: Frames, tmp_path: Path, target: str, roster: str | None, golden: str, options: Any
):
    one = exported(frames, target, roster, **options)
    assert saved(one, tmp_path) == (GOLDEN / golden).read_bytes()


def test_plain_export_follows_the_roster_and_its_formulas_are_dead(frames: Frames, tmp_path: Path):
    roster = tmp_path / "class.csv"
    roster.write_text("name,login\nB,nadia\nC,-later\nA,007\n")
    one = exported(frames, "csv", roster, identity="login")
    assert saved(one, tmp_path) == (GOLDEN / "plain-with-roster.csv").read_bytes()
    assert one.stray == ("zed",)
    assert one.notes == ("1 are not in the gradebook: -later",)


def test_what_stays_as_it_was_is_said_with_its_reason(frames: Frames):
    one = exported(frames, "canvas", "canvas-roster.csv")
    assert one.written == 3
    assert "1 kept as they were, excused (EX): Lee, Kim (row 6)" in one.notes[0]
    assert one.notes[1].endswith("not in the gradebook: Élan, Zoë (row 8), Student, Test (row 9)")
    assert "begin like a formula" in one.notes[2] and one.notes[2].endswith(": 7")


def test_a_locked_mark_of_moodle_stays(frames: Frames):
    one = exported(frames, "moodle", "moodle-roster.csv", zero_missing=True)
    rows = {row["Identifier"]: row for row in csv.DictReader(one.text.splitlines())}
    assert rows["Participant 11113"]["Grade"] == ""
    assert rows["Participant 11115"]["Grade"] == "0"
    assert any("locked in Moodle: Kim Lee (row 4)" in note for note in one.notes)


def test_marks_that_a_person_still_has_to_give_are_not_exported(course: Any):
    course.autograde("nadia")
    course.submit("007")
    with pytest.raises(LmsError, match=r"2 of the marks not final yet: 007, nadia\..*--partial"):
        exported(course.frames(), "canvas", "canvas-roster.csv")


def test_partial_export_has_points_so_far_and_leaves_the_ungraded_alone(course: Any):
    course.autograde("nadia")
    course.submit("007")
    one = exported(course.frames(), "canvas", "canvas-roster.csv", partial=True)
    cells = {row[3]: row[7] for row in csv.reader(one.text.splitlines()) if len(row) > 7}
    assert cells["007"] == ""
    assert '"two\nlines",,9,,' in one.text
    assert "not graded yet: O'Neil" in one.notes[0]


def test_other_points_than_here_are_refused(frames: Frames):
    with pytest.raises(LmsError, match=r"worth 22 points .* here it is 11.*--scale"):
        exported(frames, "canvas", "canvas-semicolons-roster.csv")


@pytest.mark.parametrize("wanted", ["12", "07 Self-Attention", "07 Self-Attention (12)"])
def test_column_is_named_by_number_title_or_header(frames: Frames, wanted: str):
    one = exported(frames, "canvas", "canvas-roster.csv", column=wanted)
    assert one.text == exported(frames, "canvas", "canvas-roster.csv").text


def test_column_that_is_not_there_is_refused_with_those_that_are(frames: Frames):
    with pytest.raises(LmsError, match=r"--column.*'Warm-up \(11\)', '07 Self-Attention \(12\)'"):
        exported(frames, "canvas", "canvas-roster.csv", column="08")


def test_two_columns_of_one_title_are_refused(frames: Frames, tmp_path: Path):
    roster = tmp_path / "roster.csv"
    roster.write_text(
        "Student,ID,SIS Login ID,Section,07-self-attention (1),07 self attention (2)\n"
    )
    with pytest.raises(LmsError, match=r"Several columns are called '07-self-attention'"):
        exported(frames, "canvas", roster)


@pytest.mark.parametrize("second", ["007", "007 ", "٠٠٧"])
def test_ids_are_text_and_doubles_are_named(frames: Frames, tmp_path: Path, second: str):
    roster = tmp_path / "roster.csv"
    roster.write_text(
        f"Student,ID,SIS Login ID,Section,{NAME} (1)\nA,1,007,,\nB,2,{second},,\n", "utf-8"
    )
    if second.strip() != "007":
        assert exported(frames, "canvas", roster).text.splitlines()[1:] == [
            "A,1,007,,10.5",
            f"B,2,{second},,",
        ]
        return
    with pytest.raises(LmsError, match=r"'007': A \(row 2\), B \(row 3\).*--id"):
        exported(frames, "canvas", roster)


def test_ids_before_the_at_may_be_shared_and_then_the_address_tells_them_apart(
    frames: Frames, tmp_path: Path
):
    roster = tmp_path / "roster.csv"
    lines = (GOLDEN / "moodle-roster.csv").read_text().splitlines()
    roster.write_text("\n".join([*lines, lines[1].replace("11111", "2").replace("uni", "other")]))
    with pytest.raises(LmsError, match=r"'007': O'Neil.*O'Neil"):
        exported(frames, "moodle", roster)
    assert exported(frames, "moodle", roster, identity="email").written == 0


def test_export_never_writes_over_the_roster(frames: Frames, tmp_path: Path):
    roster = tmp_path / "roster.csv"
    roster.write_bytes((GOLDEN / "canvas-roster.csv").read_bytes())
    one = exported(frames, "canvas", roster)
    with pytest.raises(LmsError, match="the roster itself"):
        save(one, tmp_path / "sub" / ".." / "roster.csv", roster)
    assert roster.read_bytes() == (GOLDEN / "canvas-roster.csv").read_bytes()


def test_canvas_and_moodle_need_their_own_file(frames: Frames):
    for target in ("canvas", "moodle"):
        with pytest.raises(LmsError, match="--roster"):
            exported(frames, target, None)
    with pytest.raises(LmsError, match="is no gradebook export of Canvas"):
        exported(frames, "canvas", "moodle-roster.csv")


def test_assignment_graded_by_words_is_refused(frames: Frames, tmp_path: Path):
    roster = tmp_path / "roster.csv"
    roster.write_text("Identifier,Full name,Email address,Grade,Scale\n")
    with pytest.raises(LmsError, match="set the assignment's grade to points"):
        exported(frames, "moodle", roster)
