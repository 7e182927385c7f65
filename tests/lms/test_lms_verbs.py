"""``nbjudge collect`` and ``nbjudge export``: exit codes, tables, sentences."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nbjudge.cli import main
from tests.lms.conftest import GOLDEN, NAME, tree, zipped

NOTEBOOK = "self-attention.ipynb"


@pytest.fixture
def root(course: Any) -> Path:
    configure(course)
    return course.root


def configure(course: Any, *lines: str) -> None:
    ours = ["c = get_config()", "from nbjudge import configure", "configure(c)"]
    settings = [*ours, f"c.CourseDirectory.db_url = {course.url!r}", *lines]
    (course.root / "nbgrader_config.py").write_text("\n".join(settings))


def call(root: Path, *words: object) -> Result:
    return CliRunner().invoke(main, ["--course", str(root), *map(str, words)])


def sentence(result: Result) -> str:
    assert result.exit_code == 1, result.output
    assert result.output.startswith("Error: ") and len(result.output.splitlines()) == 1
    return result.output


@pytest.fixture
def download(root: Path) -> Path:
    path = root / "download.zip"
    members = {
        f"oneilann_0101_11_{NOTEBOOK}": "{}",
        "leekim_LATE_102_12_work.zip": zipped({NOTEBOOK: "{}", "../evil": "x"}),
        "readme.txt": "hello",
    }
    path.write_bytes(zipped(members))
    return path


def test_collect_tells_a_table_and_refusals_in_its_exit_code(root: Path, download: Path):
    roster = GOLDEN / "canvas-roster.csv"
    words = ("collect", NAME, download, "--from", "canvas", "--roster", roster)
    dry = call(root, *words, "--dry-run")
    assert not (root / "submitted").exists()
    done = call(root, *words)
    assert done.exit_code == dry.exit_code == 2
    assert done.output.splitlines() == [
        "student           attempts  taken   lateness  notes",
        "007               1         1, new  on time",
        "nadia             1         1, new  late      left out: work.zip/../evil has a name that leads out of the archive.",
        "1f0e3dad99908345  0         -       -         nothing handed in",
        "kim.two           0         -       -         nothing handed in",
        "later             0         -       -         nothing handed in",
        "zed               0         -       -         nothing handed in",
        "Refused: readme.txt has a name that tells no student.",
        "2 taken, 4 without a submission, 2 refused.",
    ]
    assert dry.output == done.output.replace("2 taken", "2 would be taken; nothing was written")
    assert [*tree(root / "submitted")] == [f"007/{NAME}/{NOTEBOOK}", f"nadia/{NAME}/{NOTEBOOK}"]


def test_collect_ends_well_when_nothing_is_refused(root: Path, download: Path):
    download.write_bytes(zipped({f"oneilann_0101_11_{NOTEBOOK}": "{}"}))
    assert call(root, "collect", NAME, download, "--from", "canvas").exit_code == 0


def test_lateness_by_the_gradebook_with_an_extension(course: Any, root: Path, download: Path):
    (root / "times.csv").write_text(
        "user,submitted_at\n0101,2026-02-01T13:30:00+01:00\n102,2026-02-01T13:30:00+01:00\n"
    )
    course.score("102")
    with course.gradebook() as gradebook:
        gradebook.find_submission(NAME, "102").extension = datetime.resolution * 3600 * 10**6
        gradebook.db.commit()
    words = ("collect", NAME, download, "--from", "canvas", "--times", root / "times.csv")
    first, second = call(root, *words).output.splitlines()[1:3]
    assert "30 min" in first
    assert "on time" in second and "the LMS says late" in second
    stamp = tree(root / "submitted")[f"102/{NAME}/timestamp.txt"]
    assert stamp == "2026-02-01 12:30:00 UTC\n"


def test_times_of_the_worksheet_of_moodle(root: Path):
    path = root / "moodle.zip"
    path.write_bytes(zipped({f"Kim Lee_11112_assignsubmission_file/{NOTEBOOK}": "{}"}))
    roster = GOLDEN / "moodle-roster.csv"
    words = ("collect", NAME, path, "--from", "moodle", "--roster", roster)
    assert "unknown" in call(root, *words).output
    call(root, *words, "--zone", "Europe/Berlin", "--force")
    stamp = tree(root / "submitted")[f"nadia/{NAME}/timestamp.txt"]
    assert stamp == "2026-01-31 23:00:00 UTC\n"


def test_collector_of_the_course(course: Any, root: Path):
    pattern = r".*_(?P<student_id>\w+)_attempt_(?P<timestamp>[0-9\-]+)_(?P<file_id>[^/]+)"
    configure(course, f"c.FileNameCollectorPlugin.named_regexp = {pattern!r}")
    path = root / "other.zip"
    members = {
        "ps1_bitdiddle_attempt_2026-02-01-11-00-00_self-attention.ipynb": "early",
        "ps1_bitdiddle_attempt_2026-02-01-13-00-00_self-attention.ipynb": "late",
        "readme.txt": "hello",
    }
    path.write_bytes(zipped(members))
    words = ("collect", NAME, path, "--from", "nbgrader")
    done = call(root, *words, "--policy", "last-on-time")
    assert done.exit_code == 2
    assert "Refused: readme.txt" in done.output
    assert tree(root / "submitted") == {
        f"bitdiddle/{NAME}/{NOTEBOOK}": "early",
        f"bitdiddle/{NAME}/timestamp.txt": "2026-02-01 11:00:00 UTC\n",
    }
    assert "1 h" in call(root, *words, "--force").output


def test_without_a_roster_moodle_s_numbers_are_warned_of(root: Path):
    path = root / "moodle.zip"
    path.write_bytes(zipped({f"Kim Lee_11112_assignsubmission_file/{NOTEBOOK}": "{}"}))
    done = call(root, "collect", NAME, path, "--from", "moodle")
    assert "11112" in done.output and "another number in each assignment" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", "folder", "--roster", GOLDEN / "canvas-roster.csv"), "without a roster"),
        (("--from", "canvas", "--id", "email"), "--roster"),
        (("--from", "canvas", "--roster", GOLDEN / "moodle-roster.csv"), "no gradebook export"),
        (("--from", "canvas", "--roster", GOLDEN / "canvas-roster.csv", "--id", "e-mail"), "'e-mail'"),
        (("--from", "canvas", "--zone", "CET?"), "Europe/Berlin"),
        (("--from", "canvas", "--times", "nowhere.csv"), "nowhere.csv cannot be read"),
        (("--from", "canvas", "--times", "archive"), "--zone"),
        (("--from", "nbgrader",), "named_regexp"),
    ],
)  # fmt: skip
def test_collect_refuses_in_a_sentence(
    root: Path, download: Path, words: tuple[object, ...], said: str
):
    assert said in sentence(call(root, "collect", NAME, download, *words))
    assert not tree(root / "submitted")


@pytest.mark.parametrize("verb", ["collect", "export"])
def test_no_course_and_no_such_assignment(root: Path, download: Path, tmp_path: Path, verb: str):
    words = (download, "--from", "canvas") if verb == "collect" else ("--to", "csv")
    assert "08-nothing" in sentence(call(root, verb, "08-nothing", *words))
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no course folder" in sentence(call(empty, verb, NAME, *words))


def test_export_writes_beside_the_report_and_exits_well(frames: Any, root: Path):
    roster = GOLDEN / "canvas-roster.csv"
    done = call(root, "export", NAME, "--to", "canvas", "--roster", roster)
    path = root / "reports" / NAME / "canvas.csv"
    assert done.exit_code == 0, done.output
    assert f"3 marks are in {path}." in done.output
    assert path.read_bytes() == (GOLDEN / "canvas.csv").read_bytes()


def test_export_says_who_is_not_in_the_roster(frames: Any, root: Path, tmp_path: Path):
    roster = tmp_path / "roster.csv"
    roster.write_text("login\nnadia\n")
    words = ("export", NAME, "--to", "csv", "--roster", roster, "--output", tmp_path / "o.csv")
    done = call(root, *words)
    assert done.exit_code == 2
    assert "Not in the roster: 007, zed." in done.output
    assert (tmp_path / "o.csv").read_text().count("\n") == 2


def test_export_of_what_waits_is_refused_in_a_sentence(course: Any, root: Path):
    course.autograde("nadia")
    said = sentence(call(root, "export", NAME, "--to", "csv"))
    assert "1 of the marks not final yet: nadia." in said
    assert not (root / "reports").exists()
