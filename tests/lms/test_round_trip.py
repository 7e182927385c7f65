"""The whole way with the real grader: download, collect, grade, export, and back into the LMS."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path
from typing import Any

import pytest

from nbjudge.nbgrader_plugins import Course
from nbjudge.release import release
from tests.conftest import LESSON, Run, new_course
from tests.lms.conftest import tree, zipped

NOTEBOOK = "self-attention.ipynb"

ROSTER = f"""Student,ID,SIS User ID,SIS Login ID,Section,{LESSON} (12)
    Points Possible,,,,,30.00
"Lee, Kim",101,00101,007,A,
"Lee, Kim",102,00102,00x,A,
"Late, Never",103,00103,never,A,
"""


WORKSHEET = """Identifier,"Full name","Email address",Status,Grade,"Maximum Grade",Feedback
"Participant 101","Kim Lee",007@uni.example,Submitted,,30.00,
"Participant 103","Never Late",never@uni.example,"No submission",,30.00,
"""


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A released course, with the demo class's files aside and nobody's hand-in."""
    course = new_course(tmp_path, submissions=["right-masked", "untouched-starter", "copied-test"])
    (course.root / "submitted").rename(course.root / "demo")
    release(course, LESSON)
    (course.root / "roster.csv").write_text(ROSTER)
    return course


def handed_in(course: Course, student: str, name: str = NOTEBOOK) -> bytes:
    return (course.root / "demo" / student / LESSON / name).read_bytes()


def canvas_zip(course: Course) -> Path:
    """Kim Lee handed in twice, the better one first; the other Kim Lee late and in a zip."""
    packed = zipped({f"work/{NOTEBOOK}": handed_in(course, "copied-test"), "../evil.py": "x"})
    members = {
        f"leekim_101_11_{NOTEBOOK}": handed_in(course, "right-masked"),
        "leekim_101_12_experiments.json": handed_in(course, "right-masked", "experiments.json"),
        "leekim_101_13_self-attention-1.ipynb": handed_in(course, "untouched-starter"),
        "leekim_LATE_102_14_work.zip": packed,
    }
    path = course.root / "submissions.zip"
    path.write_bytes(zipped(members))
    return path


def marks(path: Path) -> dict[str, str]:
    rows = csv.DictReader(path.read_text().splitlines())
    return {row["SIS Login ID"]: row[f"{LESSON} (12)"] for row in rows if row["ID"]}


@pytest.mark.slow
def test_best_attempt_goes_all_the_way(course: Course, run: Run):
    words = (str(canvas_zip(course)), "--from", "canvas", "--roster", "roster.csv")
    done = run(course, "nbjudge", "collect", LESSON, *words, "--policy", "best")
    assert done.returncode == 2, done.stderr
    assert "automatic points of the attempts: 24, 8" in done.stdout
    assert "../evil.py has a name that leads out" in done.stdout
    assert "never" in done.stdout
    assert (course.root / "submitted/007" / LESSON / NOTEBOOK).read_bytes() == handed_in(
        course, "right-masked"
    )
    assert {path.name for path in (course.root / "submitted").iterdir()} == {"007", "00x"}
    with course.gradebook() as gradebook:
        assert [student.id for student in gradebook.students] == []

    assert run(course, "nbjudge", "grade", LESSON).returncode == 0
    export = ("nbjudge", "export", LESSON, "--to", "canvas", "--roster", "roster.csv")
    refused = run(course, *export)
    assert refused.returncode == 1 and "2 of the marks not final yet: 007, 00x" in refused.stderr
    exported = run(course, *export, "--partial")
    assert exported.returncode == 0, exported.stderr
    out = course.root / "reports" / LESSON / "canvas.csv"
    assert marks(out) == {"007": "24", "00x": "24", "never": ""}
    again = (*export[:-1], str(out), "--partial", "--output", "again.csv")
    assert run(course, *again).returncode == 0
    assert (course.root / "again.csv").read_bytes() == out.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("exporter", ["CanvasExporter", "PlainExporter"])
def test_exporters_of_nbgrader(course: Course, run: Run, exporter: str):
    shutil.copytree(course.root / "demo", course.root / "submitted")
    shutil.rmtree(course.root / "submitted" / "copied-test")
    (course.root / "submitted" / "right-masked").rename(course.root / "submitted" / "007")
    assert run(course, "nbjudge", "grade", LESSON).returncode == 0
    words = [
        f"--exporter=nbjudge.nbgrader_plugins.lms.{exporter}",
        f"--{exporter}.roster=roster.csv",
        f"--{exporter}.identity={'sis_login' if exporter == 'CanvasExporter' else 'SIS Login ID'}",
        f"--assignment=['{LESSON}']",
        "--to=out.csv",
    ]
    refused = run(course, "nbgrader", "export", *words)
    assert refused.returncode == 1 and "not final yet: 007" in refused.stderr
    assert not (course.root / "out.csv").exists()
    done = run(course, "nbgrader", "export", *words, f"--{exporter}.partial=True")
    assert done.returncode == 0, done.stderr
    assert "Not in the roster: untouched-starter." in done.stderr
    text = (course.root / "out.csv").read_text()
    if exporter == "CanvasExporter":
        assert text == ROSTER.replace(
            '"Lee, Kim",101,00101,007,A,', '"Lee, Kim",101,00101,007,A,24'
        )
    else:
        rows = {row["student"]: row for row in csv.DictReader(text.splitlines())}
        assert rows["007"]["score"] == "24"
        assert rows["never"]["status"] == "not submitted"


@pytest.mark.slow
def test_moodles_exporter_of_nbgrader(course: Course, run: Run):
    (course.root / "submitted").mkdir()
    (course.root / "demo" / "right-masked").rename(course.root / "submitted" / "007")
    assert run(course, "nbjudge", "grade", LESSON).returncode == 0
    (course.root / "worksheet.csv").write_text(WORKSHEET)
    words = [
        "--exporter=nbjudge.nbgrader_plugins.lms.MoodleExporter",
        "--MoodleExporter.roster=worksheet.csv",
        "--MoodleExporter.partial=True",
        f"--assignment=['{LESSON}']",
        "--to=out.csv",
    ]
    done = run(course, "nbgrader", "export", *words)
    assert done.returncode == 0, done.stderr
    graded = WORKSHEET.replace("Submitted,,30.00", "Submitted,24,30.00")
    assert graded != WORKSHEET
    assert (course.root / "out.csv").read_text() == graded


@pytest.mark.slow
@pytest.mark.parametrize("lms", ["Canvas", "Moodle"])
def test_collectors_of_nbgrader(course: Course, run: Run, lms: str):
    archive = course.root / "downloaded" / LESSON / "archive"
    archive.mkdir(parents=True)
    inner = zipped({NOTEBOOK: "packed", "../../../../evil.py": "x"})
    members: dict[str, Any] = {
        "Canvas": {
            "leekim_101_13_self-attention-1.ipynb": "plain",
            "leekim_LATE_102_14_work.zip": inner,
            "strange_109_15_self-attention.ipynb": "nobody",
        },
        "Moodle": {
            f"Kim Lee_101_assignsubmission_file/{NOTEBOOK}": "plain",
            "Kim Lee_102_assignsubmission_file/work.zip": inner,
        },
    }
    (archive / "submissions.zip").write_bytes(zipped(members[lms]))
    words = [
        f"--collector=nbjudge.nbgrader_plugins.lms.{lms}Collector",
        "--extractor=nbjudge.nbgrader_plugins.lms.BoundedExtractor",
    ]
    if lms == "Canvas":
        words.append("--CanvasCollector.roster=roster.csv")
    done = run(course, "nbgrader", "zip_collect", LESSON, *words)
    assert done.returncode == 0, done.stderr
    assert "evil.py has a name that leads out of the archive" in done.stderr
    first, second = ("007", "00x") if lms == "Canvas" else ("101", "102")
    assert tree(course.root / "submitted") == {
        f"{first}/{LESSON}/{NOTEBOOK}": "plain",
        f"{second}/{LESSON}/{NOTEBOOK}": "packed",
    }
    assert not list(course.root.parent.rglob("evil.py"))
