"""Two graders, a formgrader and a reader at once: nothing is lost, and nobody is sent away."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from nbjudge.gradebook import VARIABLE, file_of
from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from nbjudge.report._gradebook import Gradebook, read_gradebook
from tests.conftest import LESSON, PROGRAMS, new_course
from tests.gradebook.postgres_server import Server
from tests.scores import expected, recorded

pytestmark = pytest.mark.slow

STUDENTS = tuple(f"student {number}" for number in range(6))
LIKE = "right-masked"
CELLS = 11
SECONDS = 240.0
"""In which everything has to end, on a machine that does other things as well."""


@pytest.fixture(params=["sqlite", "postgres"])
def course(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Course:
    """A released course with six hand-ins, and a gradebook that knows nobody yet."""
    root = tmp_path / "course"
    new_course(root, submissions=[LIKE])
    for student in STUDENTS:
        shutil.copytree(root / "submitted" / LIKE, root / "submitted" / student)
    shutil.rmtree(root / "submitted" / LIKE)
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        monkeypatch.setenv(VARIABLE, server.new_database())
    made = open_course(root)
    release(made, LESSON)
    return made


def _grader(course: Course, students: Sequence[str], *words: str) -> subprocess.Popen[str]:
    chosen = [word for student in students for word in ("--student", student)]
    command = [str(PROGRAMS / "nbjudge"), "grade", LESSON, "--force", *words, *chosen]
    return _start(course, command)


def _formgrader(course: Course, end: Path) -> subprocess.Popen[str]:
    program = Path(__file__).with_name("formgrader.py")
    return _start(course, [sys.executable, str(program), course.gradebook_url, str(end), *STUDENTS])


def _start(course: Course, command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, cwd=course.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _read_until(course: Course, done: Callable[[], bool]) -> int:
    """Read the gradebook again and again; whoever is in it has all cells."""
    deadline = time.monotonic() + SECONDS
    for times in range(1_000_000):
        _whole(read_gradebook(course.gradebook_url, LESSON))
        if done():
            return times
        assert time.monotonic() < deadline
        time.sleep(0.05)
    raise AssertionError("never reached")


def _whole(found: Gradebook) -> None:
    """Each submission is there with all its grades, automatic scores included, or not at all."""
    for student in found.hand_ins:
        marks = [mark for (who, _), mark in found.marks.items() if who == student]
        assert len(marks) == CELLS, student
        waiting = [mark for mark in marks if mark.auto is None]
        assert len(waiting) == 2, student  # those two that only a person grades


def _sound(course: Course) -> None:
    path = file_of(course.gradebook_url)
    if path is not None:
        with closing(sqlite3.connect(path)) as gradebook:
            assert gradebook.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert gradebook.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize(
    "shares",
    [(STUDENTS[:3], STUDENTS[3:]), (STUDENTS, STUDENTS[::-1])],
    ids=["each has its own students", "both have all students"],
)
def test_nothing_is_lost(course: Course, shares: Sequence[Sequence[str]], tmp_path: Path):
    end = tmp_path / "end"
    by_hand = _formgrader(course, end)
    graders = [
        _grader(course, share, "--jobs", jobs) for share, jobs in zip(shares, "21", strict=True)
    ]
    try:
        reads = _read_until(course, lambda: all(each.poll() is not None for each in graders))
        told = [each.communicate() for each in graders]
        end.touch()
        told.append(by_hand.communicate(timeout=SECONDS))
    finally:
        for each in (*graders, by_hand):
            each.kill()
    assert [each.returncode for each in (*graders, by_hand)] == [0, 0, 0], told
    assert "locked" not in repr(told) and "failed" not in repr(told)
    assert reads > 1
    given = json.loads(told[-1][0])
    assert set(given) == set(STUDENTS)
    found = read_gradebook(course.gradebook_url, LESSON)
    assert {student: found.marks[student, "explain"].manual for student in STUDENTS} == given
    assert recorded(course, STUDENTS) == dict.fromkeys(STUDENTS, expected()[LIKE])
    assert all(course.verdicts(LESSON, student) for student in STUDENTS)
    assert not (course.root / "autograded" / ".marking").exists()
    _sound(course)


def test_a_grader_that_is_killed_leaves_whole_submissions(course: Course):
    for wanted in (1, 3):
        process = _grader(course, STUDENTS, "--jobs", "2")
        _wait_for(course, wanted, process)
        process.kill()
        assert process.wait(SECONDS) == -signal.SIGKILL, "it was too quick"
        process.stdout.close(), process.stderr.close()  # its workers may still be at the other end
        _whole(read_gradebook(course.gradebook_url, LESSON))
        _sound(course)
    done = subprocess.run(
        [PROGRAMS / "nbjudge", "grade", LESSON, "--jobs", "2"],
        cwd=course.root, capture_output=True, text=True, timeout=SECONDS, env=os.environ,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert recorded(course, STUDENTS) == dict.fromkeys(STUDENTS, expected()[LIKE])
    _whole(read_gradebook(course.gradebook_url, LESSON))


def _wait_for(course: Course, entered: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + SECONDS
    while len(read_gradebook(course.gradebook_url, LESSON).hand_ins) < entered:
        assert process.poll() is None and time.monotonic() < deadline, process.communicate()
        time.sleep(0.01)
