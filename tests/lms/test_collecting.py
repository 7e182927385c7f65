"""From downloads to ``submitted/``: attempts, names, times, and nothing overwritten unasked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from nbjudge.lms import (
    CANVAS,
    MOODLE,
    Clock,
    Expected,
    LmsError,
    Policy,
    folder_naming,
    moodle_name,
    read_roster,
    zone_of,
)
from nbjudge.lms import _writing as writing
from tests.lms.conftest import GOLDEN, NAME, Collect, tree, zipped
from tests.ordinary_user import as_ordinary_user, closed

NOTEBOOK = "self-attention.ipynb"
DUE = datetime(2026, 1, 31, 22, 59, tzinfo=UTC)

TWICE = {
    f"leekim_102_11_{NOTEBOOK}": "first",
    "leekim_102_12_experiments.json": "runs of the first",
    "leekim_102_13_self-attention-1.ipynb": "second",
    "leekim_102_14_experiments-1.json": "runs of the second",
}


def test_two_students_of_one_name_are_two(collecting: Collect, submitted: Path):
    download = {f"leekim_102_11_{NOTEBOOK}": "one", f"leekim_103_12_{NOTEBOOK}": "other"}
    collecting(zipped(download))
    assert tree(submitted) == {f"102/{NAME}/{NOTEBOOK}": "one", f"103/{NAME}/{NOTEBOOK}": "other"}


def test_roster_gives_the_ids_and_the_missing_are_rows(collecting: Collect, submitted: Path):
    roster = read_roster(GOLDEN / "canvas-roster.csv", CANVAS, None)
    refusals: list[str] = []
    download = {f"oneilann_0101_11_{NOTEBOOK}": "{}", f"strange_106_12_{NOTEBOOK}": "{}"}
    rows = collecting(zipped(download), roster=roster, refusals=refusals)
    assert [*rows] == ["007", "1f0e3dad99908345", "kim.two", "later", "nadia", "zed"]
    assert rows["nadia"].notes == ("nothing handed in",)
    assert refusals == ["strange (106) is not in the roster."]
    assert [*tree(submitted)] == [f"007/{NAME}/{NOTEBOOK}"]


@pytest.mark.parametrize(
    ("identity", "student"),
    [("sis_user", "00042"), ("canvas_id", "0101"), ("SIS Login ID", "007"), ("login_name", "007")],
)
def test_id_of_choice(collecting: Collect, identity: str, student: str):
    roster = read_roster(GOLDEN / "canvas-roster.csv", CANVAS, identity)
    rows = collecting(zipped({f"oneilann_0101_11_{NOTEBOOK}": "{}"}), roster=roster)
    assert rows[student].taken == "1, new"


def test_id_that_cannot_be_a_folder_is_refused(tmp_path: Path):
    path = tmp_path / "roster.csv"
    for bad in ("../x", "a/b", ".hidden", "=1+1", "x" * 300, "a\tb"):
        path.write_text(f'Student,ID,SIS Login ID,Section\nA,1,"{bad}",\n')
        with pytest.raises(LmsError, match=r"the id .* of A \(row 2\)"):
            read_roster(path, CANVAS, None)


def test_of_two_attempts_the_last_is_taken_with_its_own_files(collecting: Collect, submitted: Path):
    row = collecting(zipped(TWICE))["102"]
    assert (row.attempts, row.taken) == (2, "2, new")
    assert tree(submitted) == {
        f"102/{NAME}/{NOTEBOOK}": "second",
        f"102/{NAME}/experiments.json": "runs of the second",
    }


def test_best_attempt_by_grading(collecting: Collect, submitted: Path):
    points = {"first": 20.0, "second": 12.5}
    graded: list[dict[str, str]] = []

    def score(folder: Path) -> float | None:
        graded.append(tree(folder))
        return points[graded[-1][NOTEBOOK]]

    row = collecting(zipped(TWICE), policy=Policy.BEST, score=score)["102"]
    assert row.taken == "1, new"
    assert "automatic points of the attempts: 20, 12.5" in row.notes
    assert [one["experiments.json"] for one in graded] == [
        "runs of the first",
        "runs of the second",
    ]
    assert tree(submitted)[f"102/{NAME}/{NOTEBOOK}"] == "first"


@pytest.mark.parametrize(
    ("points", "taken"), [((5.0, 5.0), 2), ((None, 0.0), 2), ((0.0, None), 1), ((None, None), 2)]
)
def test_of_equally_good_attempts_the_later(collecting: Collect, points: Any, taken: int):
    scores = iter(points)
    row = collecting(zipped(TWICE), policy=Policy.BEST, score=lambda folder: next(scores))["102"]
    assert row.taken == f"{taken}, new"


def test_last_on_time_by_the_word_of_canvas(collecting: Collect, submitted: Path):
    early = zipped({f"leekim_102_11_{NOTEBOOK}": "first"})
    late = zipped({"leekim_LATE_102_13_self-attention-1.ipynb": "second"})
    row = collecting(early, late, policy=Policy.LAST_ON_TIME)["102"]
    assert (row.attempts, row.taken, row.lateness) == (2, "1, new", "on time")
    assert collecting(early, late, force=True)["102"].lateness == "late"


def test_the_same_files_handed_in_again_are_another_attempt(collecting: Collect):
    early = zipped({f"leekim_102_11_{NOTEBOOK}": "first"})
    late = zipped({"leekim_LATE_102_13_self-attention-1.ipynb": "first"})
    row = collecting(early, late, policy=Policy.LAST_ON_TIME)["102"]
    assert (row.attempts, row.taken, row.lateness) == (2, "1, new", "on time")


def test_numbered_files_of_the_student_s_own_stay_together(collecting: Collect, submitted: Path):
    plots = {f"leekim_102_{20 + n}_plot-{n}.png": str(n) for n in (1, 2, 3)}
    assert collecting(zipped(TWICE | plots))["102"].attempts == 2
    assert [*tree(submitted / "102" / NAME)][1:] == [
        "plot-1.png", "plot-2.png", "plot-3.png", NOTEBOOK,
    ]  # fmt: skip


def test_notebooks_whose_names_differ_in_a_number_are_no_attempts(
    collecting: Collect, submitted: Path
):
    expected = Expected(frozenset({"problem1.ipynb", "problem2.ipynb"}))
    download = {f"leekim_102_{n}_problem{n}.ipynb": str(n) for n in (1, 2)}
    row = collecting(zipped(download), expected=expected)["102"]
    assert (row.attempts, row.notes) == (1, ())
    assert [*tree(submitted / "102" / NAME)] == ["problem1.ipynb", "problem2.ipynb"]


def test_attempt_that_is_in_two_downloads_counts_once(collecting: Collect):
    one, other = {f"leekim_102_11_{NOTEBOOK}": "first"}, {f"doe_9_12_{NOTEBOOK}": "{}"}
    assert collecting(zipped(one), zipped(one | other))["102"].attempts == 1


def test_none_on_time_is_said_and_the_last_taken(collecting: Collect):
    late = {name.replace("_102", "_LATE_102"): text for name, text in TWICE.items()}
    row = collecting(zipped(late), policy=Policy.LAST_ON_TIME)["102"]
    assert row.taken == "2, new"
    assert "none was on time: the last" in row.notes


def moodle(name: str, key: int, text: str, file: str = NOTEBOOK) -> dict[str, str]:
    return {f"{name}_{key}_assignsubmission_file/{file}": text}


def test_last_on_time_needs_to_know_what_is_late(collecting: Collect, submitted: Path):
    downloads = [zipped(moodle("Kim Lee", 11112, text)) for text in ("first", "second")]
    once = zipped(moodle("Ann Roe", 11113, "{}"))
    rows = collecting(*downloads, once, naming=moodle_name, policy=Policy.LAST_ON_TIME, due=DUE)
    assert (rows["11112"].taken, rows["11112"].refused) == ("-", 1)
    assert "--times" in rows["11112"].notes[0]
    assert [*tree(submitted)] == [f"11113/{NAME}/{NOTEBOOK}"]


@pytest.mark.parametrize(
    ("second", "taken"),
    [
        (DUE + timedelta(seconds=1), "first"),
        (DUE, "second"),
        (DUE - timedelta(days=90), "first"),  # it was handed in before the first
    ],
)
def test_last_on_time_by_the_second(
    collecting: Collect, submitted: Path, second: datetime, taken: str
):
    downloads = [zipped(moodle("Kim Lee", 11112, text)) for text in ("first", "second")]
    clock = Clock({"11112": [DUE - timedelta(days=1), second]})
    row = collecting(
        *downloads, naming=moodle_name, policy=Policy.LAST_ON_TIME, due=DUE, clock=clock
    )["11112"]
    assert row.lateness == "on time"
    assert tree(submitted)[f"11112/{NAME}/{NOTEBOOK}"] == taken


def test_time_is_written_in_utc(collecting: Collect, submitted: Path):
    clock = Clock({"11112": [DUE + timedelta(minutes=61)]})
    download = zipped(moodle("Kim Lee", 11112, "{}"))
    row = collecting(download, naming=moodle_name, due=DUE, clock=clock)["11112"]
    assert row.lateness == "1 h 1 min"
    assert tree(submitted)[f"11112/{NAME}/timestamp.txt"] == "2026-02-01 00:00:00 UTC\n"


def test_time_and_word_that_disagree_are_noted(collecting: Collect):
    clock = Clock({"102": [DUE - timedelta(hours=1)]})
    row = collecting(zipped({f"leekim_LATE_102_1_{NOTEBOOK}": "{}"}), due=DUE, clock=clock)["102"]
    assert row.lateness == "on time"
    assert "the LMS says late: is its due date another one?" in row.notes


def test_dates_in_the_archive_count_only_when_asked_and_with_a_zone(collecting: Collect):
    download = zipped({f"leekim_102_1_{NOTEBOOK}": "{}"})
    assert collecting(download, due=DUE)["102"].lateness == "on time"
    with pytest.raises(LmsError, match="--zone"):
        collecting(download, due=DUE, clock=Clock(trusts_dates=True))
    clock = Clock(trusts_dates=True, zone=zone_of("Europe/Berlin"))
    late = collecting(download, due=DUE, clock=clock, force=True)["102"].lateness
    assert late.split()[1] == "d"  # the archive was made today


def test_roster_of_moodle(collecting: Collect, submitted: Path):
    roster = read_roster(GOLDEN / "moodle-roster.csv", MOODLE, None)
    download = moodle("Kim Lee", 11112, "one") | moodle("Kim Lee", 11113, "other")
    collecting(zipped(download), naming=moodle_name, roster=roster)
    assert tree(submitted) == {
        f"kim.two/{NAME}/{NOTEBOOK}": "other",
        f"nadia/{NAME}/{NOTEBOOK}": "one",
    }


def test_folder_with_attempts_and_times(collecting: Collect, submitted: Path, tmp_path: Path):
    for attempt, moment in (("a", "2026-02-02 00:00:00 UTC"), ("b", "2026-02-01 01:00:00 +0100")):
        folder = tmp_path / "handed" / "[007]" / attempt
        folder.mkdir(parents=True)
        (folder / NOTEBOOK).write_text(attempt)
        (folder / "timestamp.txt").write_text(moment)
    clock = Clock(trusts_timestamps=True)
    row = collecting(tmp_path / "handed", naming=folder_naming, due=DUE, clock=clock)["[007]"]
    assert (row.attempts, row.taken, row.lateness) == (2, "2, new", "1 d 1 h")
    assert tree(submitted) == {
        f"[007]/{NAME}/{NOTEBOOK}": "a",
        f"[007]/{NAME}/timestamp.txt": "2026-02-02 00:00:00 UTC\n",
    }


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2026-01-31 22:59", "2026-01-31 22:59:00 UTC\n"),  # UTC, as for the grader
        ("2026-01-31 23:59 Europe/Berlin", "2026-01-31 22:59:00 UTC\n"),
        ("2026-01-31 23:59 CEST", None),
    ],
)
def test_a_timestamp_means_what_it_means_to_the_grader(
    collecting: Collect, submitted: Path, tmp_path: Path, text: str, written: str | None
):
    folder = tmp_path / "handed" / "007"
    folder.mkdir(parents=True)
    (folder / NOTEBOOK).write_text("a")
    (folder / "timestamp.txt").write_text(text)
    clock = Clock(trusts_timestamps=True)
    row = collecting(tmp_path / "handed", naming=folder_naming, due=DUE, clock=clock)["007"]
    assert tree(submitted).get(f"007/{NAME}/timestamp.txt") == written
    notes = [note for note in row.notes if "in timestamp.txt" in note]
    assert (row.lateness, len(notes)) == (("on time", 0) if written else ("unknown", 1))


@pytest.mark.parametrize("place", ["b", f"b/{NOTEBOOK}", "b/data"])
def test_what_permissions_close_is_refused_by_name_and_the_others_are_taken(
    collecting: Collect, submitted: Path, tmp_path: Path, place: str
):
    for student in ("a", "b"):
        folder = tmp_path / "handed" / student
        (folder / "data").mkdir(parents=True)
        (folder / NOTEBOOK).write_text(student)
        (folder / "data" / "x.csv").write_text("1")

    def collects() -> tuple[set[str], list[str]]:
        refusals: list[str] = []
        rows = collecting(tmp_path / "handed", naming=folder_naming, refusals=refusals)
        return {*rows}, refusals

    as_user = partial(as_ordinary_user, collects)
    taken, refusals = closed(tmp_path / "handed" / place, 0o000, as_user)
    assert taken == ({"a"} if place == "b" else {"a", "b"})
    assert refusals == [f"{place} cannot be opened: its permissions forbid it."]
    assert f"a/{NAME}/data/x.csv" in tree(submitted)


def test_a_submission_that_cannot_be_replaced_costs_only_itself(
    collecting: Collect, submitted: Path
):
    files = {f"{student}_{n}_1_{NOTEBOOK}": "{}" for n, student in ((101, "a"), (102, "b"))}
    (submitted / "101").mkdir(parents=True)
    as_user = partial(as_ordinary_user, partial(collecting, zipped(files)))
    rows = closed(submitted / "101", 0o555, as_user)
    assert rows["101"].refused == 1 and "cannot be replaced" in rows["101"].notes[0]
    assert rows["102"].taken == "1, new"


def test_nothing_is_overwritten_without_force(collecting: Collect, submitted: Path):
    first, second = ({f"leekim_102_{n}_{NOTEBOOK}": text} for n, text in ((1, "a"), (2, "b")))
    collecting(zipped(first))
    assert collecting(zipped(first))["102"].taken == "1, unchanged"
    kept = collecting(zipped(second))["102"]
    assert (kept.taken, kept.refused) == ("-", 1)
    assert "--force" in kept.notes[0]
    assert tree(submitted)[f"102/{NAME}/{NOTEBOOK}"] == "a"
    assert collecting(zipped(second), force=True)["102"].taken == "1, replaced"
    assert tree(submitted) == {f"102/{NAME}/{NOTEBOOK}": "b"}


def test_other_assignments_of_a_student_stay(collecting: Collect, submitted: Path):
    other = submitted / "102" / "06-other" / "a.ipynb"
    other.parent.mkdir(parents=True)
    other.write_text("other")
    collecting(zipped({f"leekim_102_1_{NOTEBOOK}": "{}"}), force=True)
    assert tree(submitted)["102/06-other/a.ipynb"] == "other"


def test_dry_run_says_the_same_and_writes_nothing(collecting: Collect, submitted: Path):
    download = zipped(TWICE)
    dry = collecting(download, dry_run=True)
    assert not submitted.exists()
    assert collecting(download) == dry


def test_failure_half_way_leaves_the_old_submission(
    collecting: Collect, submitted: Path, monkeypatch: pytest.MonkeyPatch
):
    collecting(zipped({f"leekim_102_1_{NOTEBOOK}": "a"}))
    replace = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if self.name == "taken":
            raise OSError(28, "No space left on device", str(target))
        return replace(self, target)

    monkeypatch.setattr(writing.Path, "replace", fails)
    with pytest.raises(LmsError, match="No space left"):
        collecting(zipped({f"leekim_102_2_{NOTEBOOK}": "b"}), force=True)
    monkeypatch.undo()
    assert tree(submitted) == {f"102/{NAME}/{NOTEBOOK}": "a"}
    assert [path.name for path in submitted.iterdir()] == ["102"]


@pytest.mark.parametrize(
    ("files", "placed", "note"),
    [
        (["Self-Attention (2).ipynb"], [NOTEBOOK], "'Self-Attention (2).ipynb' taken as"),
        (["my work.ipynb", "experiments.json"], ["experiments.json", NOTEBOOK], "taken as"),
        (["a.ipynb", "b.ipynb"], ["a.ipynb", "b.ipynb"], "is left to the grader: a.ipynb, b.ipynb"),
        (["a.ipynb", NOTEBOOK], ["a.ipynb", NOTEBOOK], ""),
        (["notes.pdf"], ["notes.pdf"], "no notebook: only notes.pdf"),
        ([f"w/{NOTEBOOK}", "w/experiments.json", "w/d/x.csv"], ["d/x.csv", "experiments.json", NOTEBOOK], ""),
        ([f"w/x/{NOTEBOOK}", "w/data.csv"], [NOTEBOOK, "w/data.csv"], ""),
        (["w/a.ipynb", "w/b.ipynb"], ["a.ipynb", "b.ipynb"], "left to the grader"),
        ([f"w/{NOTEBOOK}", NOTEBOOK], [NOTEBOOK, f"w/{NOTEBOOK}"], ""),
        ([NOTEBOOK, "experiments (1).json"], ["experiments.json", NOTEBOOK], ""),
        ([NOTEBOOK, "experiments (1).json", "experiments.json"], ["experiments (1).json", "experiments.json", NOTEBOOK], ""),
        ([f"w/{NOTEBOOK}", "w/data.csv", "data.csv"], ["data (1).csv", "data.csv", NOTEBOOK], ""),
        ([f"w/{NOTEBOOK}", "w/a", "a/b", "a/c/d"], ["a", "a (1)/b", "a (1)/c/d", NOTEBOOK], ""),
        ([f"w/{NOTEBOOK}", "w/a/b", "a"], ["a (1)", "a/b", NOTEBOOK], ""),
    ],
)  # fmt: skip
def test_files_go_where_the_grader_looks(
    collecting: Collect, submitted: Path, files: list[str], placed: list[str], note: str
):
    download = {}
    for file in files:
        download |= moodle("Kim Lee", 11112, file, file)
    row = collecting(zipped(download), naming=moodle_name)["11112"]
    found = tree(submitted / "11112" / NAME)
    assert sorted(found) == sorted(placed)
    assert sorted(found.values()) == sorted(files)
    assert note in "; ".join(row.notes)
    assert bool(note) == bool(row.notes)


def test_file_beside_the_notebook_keeps_its_name(collecting: Collect, submitted: Path):
    names = (f"w/{NOTEBOOK}", "w/data.csv", "data.csv")
    download = {k: v for name in names for k, v in moodle("Kim Lee", 11112, name, name).items()}
    collecting(zipped(download), naming=moodle_name)
    assert tree(submitted)[f"11112/{NAME}/data.csv"] == "w/data.csv"


def test_typed_text_is_no_file(collecting: Collect, submitted: Path):
    row = collecting(zipped({"leekim_102_text.html": "<p>hello"}))["102"]
    assert row.notes == ("no notebook", "text was typed into the LMS, and is not taken")
    assert tree(submitted) == {}


def test_download_that_was_unpacked_is_read_as_a_folder(collecting: Collect, tmp_path: Path):
    folder = tmp_path / "unpacked"
    folder.mkdir()
    for name, text in TWICE.items():
        (folder / name).write_text(text)
    assert collecting(folder)["102"].taken == "2, new"
