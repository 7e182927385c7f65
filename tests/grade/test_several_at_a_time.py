"""A class graded by several processes is the class graded by one."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from nbjudge.grade import grade_class, students_of
from nbjudge.grade._pool import Pool
from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from tests.compared import rows
from tests.conftest import LESSON, PROGRAMS, new_course
from tests.scores import expected, recorded

SOME = (
    "right-masked",
    "naive-exponentials",
    "deleted-test",
    "empty-folder",
    "truncated-notebook",
    "renamed-notebook",
    "crash",
    "late",
)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    made = new_course(tmp_path_factory.mktemp("several"), submissions=SOME)
    release(made, LESSON)
    return made


def _copy(course: Course, root: Path) -> Course:
    shutil.copytree(course.root, root)
    return open_course(root)


@pytest.mark.slow
def test_one_and_two_processes_give_the_gradebook_of_nbgraders_own_command(
    course: Course, tmp_path: Path
):
    plain, one, two = (_copy(course, tmp_path / name) for name in ("plain", "one", "two"))
    students = students_of(plain, LESSON)
    for student in students:
        plain.autograde(LESSON, student)
    for each, jobs in ((one, 1), (two, 2)):
        done = list(grade_class(each, LESSON, students, jobs=jobs))
        assert sorted(graded.student for graded in done) == students
        assert not any(graded.failed for graded in done)
    assert rows(one) == rows(plain)
    assert rows(two) == rows(plain)
    wanted = {name: expected()[name] for name in SOME if name != "empty-folder"}
    assert recorded(two, list(wanted)) == wanted
    assert not (two.root / "autograded" / ".marking").exists()


def test_students_are_chosen_by_their_ids_and_a_comma_may_be_part_of_one(tmp_path: Path):
    mine = new_course(tmp_path, submissions=["right-masked", "late", "crash"])
    (mine.root / "submitted" / "crash").rename(mine.root / "submitted" / "lee, kim")
    release(mine, LESSON)
    assert students_of(mine, LESSON, ["late, right-masked"]) == ["late", "right-masked"]
    assert students_of(mine, LESSON, ["lee, kim", "late"]) == ["late", "lee, kim"]
    assert students_of(mine, LESSON) == ["late", "lee, kim", "right-masked"]


@pytest.mark.slow
def test_what_has_not_changed_is_not_graded_again(course: Course, tmp_path: Path):
    mine = _copy(course, tmp_path / "again")
    students = students_of(mine, LESSON)
    list(grade_class(mine, LESSON, students, jobs=2))
    notebook = mine.root / "autograded" / "right-masked" / LESSON / "self-attention.ipynb"
    before = notebook.stat().st_mtime_ns
    again = list(grade_class(mine, LESSON, students, jobs=2))
    assert notebook.stat().st_mtime_ns == before
    assert {one.student: one.score for one in again}["right-masked"] == 24
    list(grade_class(mine, LESSON, students, jobs=2, force=True))
    assert notebook.stat().st_mtime_ns != before


@pytest.mark.slow
def test_a_class_that_was_stopped_goes_on_where_it_was(course: Course, tmp_path: Path):
    mine = _copy(course, tmp_path / "stopped")
    command = [str(PROGRAMS / "nbjudge"), "grade", LESSON, "--jobs", "2"]
    process = subprocess.Popen(command, cwd=mine.root, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 200
    while not list((mine.root / "autograded").glob(f"*/{LESSON}")) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert "Run it again to go on" in said
    with sqlite3.connect(mine.root / "gradebook.db") as gradebook:
        assert gradebook.execute("pragma integrity_check").fetchone() == ("ok",)
    rest = list(grade_class(mine, LESSON, students_of(mine, LESSON), jobs=2))
    assert not [one.sentence for one in rest if one.failed]
    assert recorded(mine, ["right-masked"])["right-masked"] == expected()["right-masked"]


def _work(item: str) -> str:
    if item == "kills":
        os._exit(9)
    if item == "raises":
        raise ValueError("no good")
    return item.upper()


def test_a_worker_that_dies_costs_only_its_own_item():
    pool = Pool(_work, lambda: None, 2)
    results = dict(pool.run(["a", "kills", "raises", "b", "c"]))
    assert {name: results[name] for name in "abc"} == {"a": "A", "b": "B", "c": "C"}
    assert str(results["kills"]) == "The worker that graded it ended, twice."
    assert str(results["raises"]) == "ValueError: no good"


def test_workers_are_gone_at_the_end():
    pool = Pool(_work, lambda: None, 2)
    run = pool.run(["a", "b", "c"])
    next(run)
    processes = [worker.process for worker in pool._workers]
    run.close()
    assert not any(process.is_alive() for process in processes)
