"""Workers that die, a scheduler that goes, Ctrl+C: the class finishes, or can be gone on with."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import psutil
import pytest

from nbjudge.grade import grade_class, students_of
from nbjudge.nbgrader_plugins import Course
from tests.cluster.conftest import Copy
from tests.cluster.dask_machines import Machines, wait_until
from tests.compared import is_whole
from tests.conftest import LESSON, PROGRAMS
from tests.scores import expected, recorded

pytestmark = pytest.mark.slow

FEW = ("deleted-test", "late", "naive-exponentials", "renamed-notebook", "right-masked")

DEADLY = """
import os
import signal

from nbjudge.cluster._worker import Staff

marks = Staff.mark

def die_of_one(self, order, kit, place):
    if b"naive-exponentials" in order.parcel:
        os.kill(os.getpid(), signal.SIGKILL)
    return marks(self, order, kit, place)

def dask_setup(worker):
    Staff.mark = die_of_one
"""
"""Has a worker die of one submission, as one would whose machine runs out of memory."""


def _start(course: Course, address: str) -> subprocess.Popen[str]:
    command = [str(PROGRAMS / "nbjudge"), "grade", LESSON, "--dask", address]
    return subprocess.Popen(command, cwd=course.root, stderr=subprocess.PIPE, text=True)


def _in_mid_class(course: Course, grading: subprocess.Popen[str]) -> None:
    """Wait until something is graded."""
    folder = course.root / "autograded"
    wait_until(lambda: list(folder.glob(f"*/{LESSON}")), grading)


def _all_is_right(course: Course) -> bool:
    return recorded(course, FEW) == {name: expected()[name] for name in FEW}


def test_a_worker_killed_in_mid_class_costs_nothing(copied: Copy, machines: Machines):
    course = copied("killed", *FEW)
    address, _ = machines.scheduler()
    first, _ = (machines.worker(address, "--no-nanny") for _ in range(2))
    at_work: list[psutil.Process] = []
    for one in grade_class(course, LESSON, students_of(course, LESSON), dask=address):
        assert not one.failed, one.sentence
        if first.poll() is None and (at_work := _below(first)):
            first.kill()
            first.wait()
    assert at_work
    assert _all_is_right(course)
    wait_until(lambda: not any(process.is_running() for process in at_work), most=60)


def test_a_submission_that_kills_each_worker_it_meets_fails_alone(
    copied: Copy, machines: Machines, tmp_path: Path
):
    course = copied("deadly", *FEW)
    (tmp_path / "deadly.py").write_text(DEADLY)
    address, _ = machines.scheduler(allowed_failures=1)
    machines.worker(address, "--nworkers", "2", "--preload", str(tmp_path / "deadly.py"))
    done = grade_class(course, LESSON, students_of(course, LESSON), dask=address)
    failed = {one.student: one.sentence for one in done if one.failed}
    assert failed.keys() == {"naive-exponentials"}
    assert "Each worker that marked it ended" in failed["naive-exponentials"]
    rest = [name for name in FEW if name != "naive-exponentials"]
    assert recorded(course, rest) == {name: expected()[name] for name in rest}


def test_a_scheduler_that_goes_away_stops_the_class_which_another_one_goes_on_with(
    copied: Copy, machines: Machines
):
    course = copied("left", *FEW)
    address, scheduler = machines.scheduler()
    machines.worker(address, "--no-nanny")
    grading = _start(course, address)
    _in_mid_class(course, grading)
    scheduler.kill()
    said = grading.communicate(timeout=60)[1]
    assert grading.returncode == 1
    assert len(said.splitlines()) == 1, said
    assert f"The scheduler {address} is gone" in said
    assert "Run it again to go on" in said
    assert is_whole(course)
    before = _written(course)
    another, _ = machines.scheduler()
    machines.worker(another, "--no-nanny")
    rest = list(grade_class(course, LESSON, students_of(course, LESSON), dask=another))
    assert not [one.sentence for one in rest if one.failed]
    assert _all_is_right(course)
    assert before.items() <= _written(course).items(), "what was graded is not marked again"


def test_ctrl_c_leaves_the_gradebook_whole_and_nothing_at_work(copied: Copy, machines: Machines):
    course = copied("stopped", *FEW)
    address, _ = machines.scheduler()
    worker = machines.worker(address, "--no-nanny")
    grading = _start(course, address)
    _in_mid_class(course, grading)
    assert _below(worker)
    grading.send_signal(signal.SIGINT)
    said = grading.communicate(timeout=60)[1]
    assert grading.returncode == 1
    assert "Run it again to go on" in said
    assert len(said.splitlines()) == 1, said
    assert is_whole(course)
    wait_until(lambda: not _below(worker), worker, 20)
    before = _written(course)
    rest = list(grade_class(course, LESSON, students_of(course, LESSON), dask=address))
    assert not [one.sentence for one in rest if one.failed]
    assert _all_is_right(course)
    assert before.items() <= _written(course).items()


def _below(worker: subprocess.Popen[bytes]) -> list[psutil.Process]:
    return psutil.Process(worker.pid).children(recursive=True)


def _written(course: Course) -> dict[str, int]:
    """Return when each autograded notebook was written."""
    found = (course.root / "autograded").glob("*/*/*.ipynb")
    return {path.parts[-3]: path.stat().st_mtime_ns for path in found}
