"""A class graded with PostgreSQL is the class graded with SQLite."""

from __future__ import annotations

import pandas as pd
import pytest

from nbjudge.gradebook import file_of
from tests.conftest import LESSON
from tests.gradebook.postgres_server import PASSWORD
from tests.gradebook.whole_flow import BY_HAND, COMMENT, SOME, WHO, Graded
from tests.scores import expected

pytestmark = pytest.mark.slow


def test_the_gradebooks_are_the_same_table_by_table(on_postgres: Graded, on_sqlite: Graded):
    assert on_sqlite.contents.keys() == on_postgres.contents.keys()
    for table, rows in on_sqlite.contents.items():
        assert on_postgres.contents[table] == rows, table
    counts = {table: len(rows) for table, rows in on_postgres.contents.items()}
    assert counts["student"] == counts["submitted_assignment"] == len(SOME) - 1  # one has no file
    assert counts["grade"] == 11 * counts["submitted_notebook"]


def test_scores_are_those_that_the_demo_class_must_get(on_postgres: Graded):
    grades = on_postgres.frames.grades
    graded = grades[grades.student != "empty-folder"]
    found = {
        student: {row.grade_id: _plain(row.auto_score) for row in rows.itertuples()}
        for student, rows in graded.groupby("student")
    }
    assert found == {name: expected()[name] for name in SOME if name != "empty-folder"}


def test_a_grade_by_hand_outlives_grading_again(on_postgres: Graded):
    mine = on_postgres.frames.grades.query("student == @WHO and grade_id == 'explain'")
    assert list(mine.manual_score) == [BY_HAND]
    assert list(mine.score) == [BY_HAND]
    feedback = on_postgres.course.root / "feedback" / WHO / LESSON / "self-attention.html"
    assert COMMENT in feedback.read_text("utf-8")


def test_all_frames_are_the_same(on_postgres: Graded, on_sqlite: Graded):
    for (name, one), (_, other) in zip(
        on_postgres.frames.named(), on_sqlite.frames.named(), strict=True
    ):
        random = ["formgrader"] if name == "submissions" else []  # a notebook's id
        left, right = (each.drop(columns=random) for each in (one, other))
        pd.testing.assert_frame_equal(left, right, obj=name)


@pytest.mark.parametrize("verb", ["release", "demo", "grade", "again", "nothing new", "report"])
def test_commands_say_the_same(on_postgres: Graded, on_sqlite: Graded, verb: str):
    one, other = (
        each.said[verb].stdout.replace(str(each.course.root), "…")
        for each in (on_postgres, on_sqlite)
    )
    assert one == other


def test_exports_are_the_same(on_postgres: Graded, on_sqlite: Graded):
    for name in ("grades.csv", f"reports/{LESSON}/csv.csv"):
        one, other = (each.course.root / name for each in (on_postgres, on_sqlite))
        assert _lines(one.read_text()) == _lines(other.read_text()) and one.stat().st_size > 100


def test_no_file_is_made_where_the_gradebook_would_be(on_postgres: Graded, on_sqlite: Graded):
    assert file_of(on_postgres.url) is None
    assert not list(on_postgres.course.root.glob("gradebook.db*"))
    assert list(on_sqlite.course.root.glob("gradebook.db"))


def test_doctor_says_which_gradebook_stands(on_postgres: Graded):
    line = on_postgres.said["doctor"].stdout.splitlines()[-1]
    assert line.startswith("stands") and "postgresql://grader:***@/gradebook_" in line


def test_nobody_can_read_the_password(on_postgres: Graded):
    secrets = (PASSWORD, PASSWORD.replace("@", "%40").replace("/", "%2F"))
    said = [text for done in on_postgres.said.values() for text in (done.stdout, done.stderr)]
    root = on_postgres.course.root
    written = [path.read_bytes() for path in root.rglob("*") if path.is_file()]
    assert len(written) > 50
    for secret in secrets:
        assert not any(secret in text for text in said)
        assert not any(secret.encode() in content for content in written)


def _plain(score: float) -> float | None:
    return None if pd.isna(score) else float(score)


def _lines(text: str) -> list[str]:
    return sorted(text.splitlines())
