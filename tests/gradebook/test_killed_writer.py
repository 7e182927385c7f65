"""A writer that is killed at any moment leaves each submission whole, or as it was."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sql

from nbjudge.gradebook import connected
from nbjudge.nbgrader_plugins import Course
from nbjudge.nbgrader_plugins.marking import Ledger, Marked
from nbjudge.nbgrader_plugins.marking.tables import COPY, GRADE, HANDED_IN
from nbjudge.release import release
from nbjudge.verdict import Outcome, Result, Verdict
from tests.conftest import LESSON

ROUNDS, LONGEST = 30, 0.12
CELLS = 11
SCORED = ("rows-sum-to-one", "softmax-is-stable", "output-mixes-values", "own-test", "experiment")


def _write_for_ever(url: str, first: int, told: int) -> None:
    """Enter new students, and the oldest again with one more point in each of its cells.

    A byte on the descriptor says that a student is in.
    """
    with connected(url) as connection:
        ledger = Ledger(connection, LESSON, lambda *_: None, new_students=True)
        for number in count(first):
            for student in (f"new {number}", "old"):
                results = tuple(
                    Result(cell, Outcome.PASSED, score=float(number), max_score=4.0)
                    for cell in SCORED
                )
                verdict = Verdict(submission="some", master="some", engine="some", results=results)
                ledger.enter(Marked(student, verdicts={"self-attention": verdict}))
                os.write(told, b".")


def _kill_one(url: str, first: int, seconds: float) -> None:
    """Kill a writer this long after its first student is in."""
    heard, told = os.pipe()
    child = os.fork()
    if not child:
        try:
            _write_for_ever(url, first, told)
        finally:
            os._exit(1)
    os.close(told)
    assert os.read(heard, 1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(heard)
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _scores(url: str) -> dict[str, list[float | None]]:
    rows = (
        sql.select(HANDED_IN.c.student_id, GRADE.c.auto_score)
        .select_from(HANDED_IN)
        .outerjoin(COPY, COPY.c.assignment_id == HANDED_IN.c.id)
        .outerjoin(GRADE, GRADE.c.notebook_id == COPY.c.id)
    )
    found: dict[str, list[float | None]] = {}
    with connected(url) as connection:
        for student, score in connection.execute(rows):
            found.setdefault(student, []).append(score)
    return found


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def test_each_submission_is_whole(
    course: Course, request: pytest.FixtureRequest, kind: str, tmp_path: Path
):
    if kind == "postgres":
        server = request.getfixturevalue("postgres")
        course.config.CourseDirectory.db_url = server.new_database()
    release(course, LESSON)
    url = course.gradebook_url
    chance = random.Random(7)
    for number in range(ROUNDS):
        _kill_one(url, number * 1000, chance.uniform(0, LONGEST))
        if kind == "sqlite":
            with closing(sqlite3.connect(tmp_path / "gradebook.db")) as gradebook:
                assert gradebook.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for student, scores in _scores(url).items():
            given = [score for score in scores if score is not None]
            assert len(scores) == CELLS, student
            assert len(given) == len(SCORED) and len(set(given)) == 1, student
    assert len(_scores(url)) > ROUNDS
