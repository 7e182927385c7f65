"""An answer that a test does not take in is never read as something else by the tests after it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nbjudge.judge import Cell, NotebookRunner
from nbjudge.sandbox import CellRun, Confinement, Ending, Limits
from tests import needs

ALARM = """
import signal
def late(*_): raise TimeoutError
signal.signal(signal.SIGALRM, late)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try: slow()
except TimeoutError: raise AssertionError("too slow")
finally: signal.setitimer(signal.ITIMER_REAL, 0)
"""
SLOW = """
import time
def slow(): time.sleep(0.5)
def two(): return 2
"""
FILLS = """
import sys
from nbjudge.wire import Reference, decode, encode
handle = 0
def references(number):
    global handle
    handle += number
    return [Reference(handle - n, "a" * 499 + chr(0x10000)) for n in range(number)]
def is_full(calls, *parts):
    calls._send("call", encode(("call", 5, [], {}, *parts)))
    return b"MemoryError" in calls._receive()[1]
def fill():
    calls = sys._getframe(2).f_locals["self"]
    size = 400_000
    while size > SMALLEST:
        if is_full(calls, [None] * size):
            size = size * 2 // 3
        else:
            is_full(calls, references(max(12, size // 200 if size > 60_000 else 0)))
    calls._answer = lambda *_: b"x" * 240_000
def large(): return [0.0] * 900_000
def last(): fill()
def two(): return 2
"""
"""Leaves functions in the test's process until what it needs for the next answer is not there."""

HOLDS = "def test():\n    kept = large()\n    last()\n    return kept\ntest()"
AFTER = ("1 + 1", "assert two() == 3", "1 + 1", "assert two() == 2")


@pytest.fixture(scope="module")
def runner() -> Iterator[NotebookRunner]:
    """A sandbox whose memory is soon filled."""
    needs.a_sandbox()
    limits = Limits(seconds=20, memory_bytes=200 * 2**20)
    with NotebookRunner(limits, ("numpy",), Confinement.BUBBLEWRAP) as started:
        yield started


def _tests(runner: NotebookRunner, student: str, *tests: str) -> list[CellRun]:
    named = (Cell(each, f"test-{n}", isolated=True) for n, each in enumerate(tests))
    return runner.run([Cell(student), *named])[1:]


def test_a_call_that_an_alarm_ended_costs_its_test_alone(runner: NotebookRunner):
    first, *after = _tests(runner, SLOW, ALARM, *AFTER)
    assert (first.ending, first.outputs[-1]["evalue"]) == (Ending.ERROR, "too slow")
    assert [run.ending for run in after] == [Ending.OK, Ending.ERROR, Ending.OK, Ending.OK]


@pytest.mark.slow
@pytest.mark.parametrize("smallest", [22_000, 30_000])
def test_an_answer_without_room_costs_its_test_alone(runner: NotebookRunner, smallest: int):
    first, *after = _tests(runner, f"SMALLEST = {smallest}\n{FILLS}", HOLDS, *AFTER)
    assert first.ending in (Ending.NOT_JUDGED, Ending.DIED)
    assert [run.ending for run in after] == [Ending.OK, Ending.ERROR, Ending.OK, Ending.OK]
