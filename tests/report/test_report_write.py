"""What is written can be read back, is safe to open, and never replaces a report by half of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from nbjudge.report import ReportError, read_csv, write
from nbjudge.verdict import Kind, Note

ODD = ("[odd] id", "*", "007", "NA", "nan", "True", "1e5", " space ", "学生", "ünïcode")
ODD += ('"quoted", id', "new\nline", "carriage\rreturn", "-5", "=1+1", "'apostrophe", "<script>")
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "\uff1d1")


@pytest.fixture
def folder(course: Any) -> Path:
    return Path(course.root / "reports" / course.lesson.name)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_each_frame_survives_writing_with_odd_ids(course: Any, folder: Path, kind: str) -> None:
    for student in ODD:
        course.autograde(student)
    course.autograde("diligent", record=course.lesson.experiments.sample_record())
    frames = course.frames()
    write(frames, folder)
    assert set(frames.submissions.student) == {*ODD, "diligent"}
    assert set(frames.submissions.status) == {"graded"}
    read = {"csv": read_csv, "parquet": pd.read_parquet}[kind]
    for name, frame in frames.named():
        assert_frame_equal(read(folder / f"{name}.{kind}"), frame)


def test_unknown_times_and_points_survive_as_missing(course: Any, folder: Path) -> None:
    course.submit("early bird")
    course.autograde("late", timestamp="2026-02-01 12:00:01.500001 UTC")
    course.autograde("to the second", timestamp="2026-02-01 11:00:00 UTC")
    write(course.frames(), folder)
    again = read_csv(folder / "submissions.csv")
    assert again.submitted_at.isna().tolist() == [True, False, False]
    assert again.score.isna().tolist() == [True, False, False]
    assert_frame_equal(again, course.frames().submissions)


def test_texts_that_begin_like_a_formula_are_guarded_in_csv_only(course: Any, folder: Path) -> None:
    for place, text in enumerate(FORMULAS):
        course.autograde(f"student {place}", notes=(Note(Kind.INFO, text),))
    frames = course.frames()
    write(frames, folder)
    raw = pd.read_csv(folder / "submissions.csv", dtype=str).sentence
    told = [text.replace("\r", "\N{REPLACEMENT CHARACTER}") for text in FORMULAS]
    assert raw.tolist() == [
        text if text.startswith("\N{REPLACEMENT CHARACTER}") else f"'{text}" for text in told
    ]
    assert read_csv(folder / "submissions.csv").sentence.tolist() == told
    assert pd.read_parquet(folder / "submissions.parquet").sentence.tolist() == told


def test_label_that_begins_like_a_formula_is_guarded(course: Any, folder: Path) -> None:
    record = course.lesson.experiments.sample_record()
    record["runs"][0]["label"] = '=HYPERLINK("x")'
    course.autograde("diligent", record=record)
    write(course.frames(), folder)
    assert pd.read_csv(folder / "experiments.csv").label[0] == '\'=HYPERLINK("x")'


def test_student_id_is_never_changed_but_named_when_it_looks_like_a_formula(
    course: Any, folder: Path
) -> None:
    course.autograde("=1+1")
    write(course.frames(), folder)
    row = pd.read_csv(folder / "submissions.csv", dtype=str).iloc[0]
    assert row.student == "=1+1"
    assert "import it as text" in row.sentence


def test_failure_leaves_the_old_report(
    course: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(course.frames(), folder)
    old = {path.name: path.read_bytes() for path in folder.iterdir()}
    course.autograde("new")

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pd.DataFrame, "to_parquet", full)
    with pytest.raises(ReportError, match="No space left on device"):
        write(course.frames(), folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == old
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_other_files_in_the_folder_stay(course: Any, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "my notes.txt").write_text("keep me", "utf-8")
    assert write(course.frames(), folder) == folder / "index.html"
    assert (folder / "my notes.txt").read_text("utf-8") == "keep me"


def test_folder_that_is_a_file_is_refused(course: Any, folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("in the way", "utf-8")
    with pytest.raises(ReportError, match="cannot be written"):
        write(course.frames(), folder)
    assert folder.read_text("utf-8") == "in the way"


def test_frame_that_breaks_its_schema_is_not_written(course: Any, folder: Path) -> None:
    course.autograde("right")
    frames = course.frames()
    frames.grades.loc[0, "outcome"] = "excellent"
    with pytest.raises(ReportError, match="'grades' does not keep to its schema"):
        write(frames, folder)
    assert not folder.exists()
