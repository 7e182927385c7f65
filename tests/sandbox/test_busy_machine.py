"""A time limit is for what a submission does, not for a machine that is busy with others."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest
from sandbox_cells import text_of

from nbjudge.sandbox import Ending, Limits, Session, Zygote

COMPUTE = "import time\nstart = time.process_time()\nwhile time.process_time() - start < 1.2: pass"


@pytest.fixture
def session() -> Iterator[Session]:
    with Zygote(Limits(seconds=2, total_seconds=60)) as zygote, zygote.session() as opened:
        yield opened


def _hog() -> int:
    """Start a process that computes for half a minute, and return its number."""
    child = os.fork()
    if child == 0:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            pass
        os._exit(0)
    return child


@pytest.fixture
def busy() -> Iterator[None]:
    """Four processes on one processor, which is the only one that there is for anybody here."""
    before = os.sched_getaffinity(0)
    one = {min(before)}
    os.sched_setaffinity(0, one)
    hogs = [_hog() for _ in range(4)]
    yield
    for hog in hogs:
        os.kill(hog, 9)
        os.waitpid(hog, 0)
    os.sched_setaffinity(0, before)


@pytest.mark.slow
def test_a_cell_that_had_to_wait_for_the_processor_is_not_cut(busy: None, session: Session):
    run = session.run(COMPUTE)
    assert run.seconds > 2, "the machine was not busy enough for this test"
    assert run.ending is Ending.OK


@pytest.mark.slow
def test_a_loop_without_end_is_still_stopped_on_a_busy_machine(busy: None, session: Session):
    run = session.run("while True: pass")
    assert run.ending is Ending.TIME_LIMIT
    assert run.seconds < 60  # it would go on for ever


@pytest.mark.slow
def test_a_cell_that_sleeps_gets_no_more_time(session: Session):
    run = session.run("import time; time.sleep(30)")
    assert run.ending is Ending.TIME_LIMIT
    assert run.seconds < 15  # half of what it would have slept


def test_forks_of_the_students_leave_the_processor_to_the_notebook(session: Session):
    before = session.run("import os\nos.nice(0)")
    child = session.run(
        "ours, theirs = os.pipe()\n"
        "if os.fork() == 0:\n    os.write(theirs, b'%d' % os.nice(0))\n    os._exit(0)\n"
        "os.read(ours, 9)"
    )
    assert text_of(child) == "b'19'"
    assert session.run("os._exit(0)").ending is Ending.DIED
    assert text_of(session.run("os.nice(0)")) == text_of(before)
