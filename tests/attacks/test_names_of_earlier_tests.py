"""What a test was to define is not the student's to define when that test has failed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nbjudge.judge import Cell, NotebookRunner
from nbjudge.sandbox import Confinement, Ending, Limits
from tests import needs

FIRST = "assert square(1) == 1\ndef reference(x): return x * x\nCASES = [3, 4]"
SECOND = "for x in CASES:\n    assert square(x) == reference(x)"
STEALS = "def square(x): return 0\nreference = square\nCASES = [1]"


@pytest.fixture(scope="module")
def runner() -> Iterator[NotebookRunner]:
    """One warm sandbox for all cases."""
    needs.a_sandbox()
    with NotebookRunner(Limits(), (), Confinement.BUBBLEWRAP) as started:
        yield started


def _endings(runner: NotebookRunner, student: str, *tests: str) -> list[Ending]:
    named = (Cell(each, f"test-{n}", isolated=True) for n, each in enumerate(tests))
    return [run.ending for run in runner.run([Cell(student), *named])[1:]]


def test_a_students_names_do_not_stand_for_those_of_a_failed_test(runner: NotebookRunner):
    assert _endings(runner, STEALS, FIRST, SECOND) == [Ending.ERROR, Ending.ERROR]
    dies = STEALS.replace("return 0", "return 0 if x > 1 else __import__('os')._exit(0)")
    assert _endings(runner, dies, FIRST, SECOND) == [Ending.DIED, Ending.ERROR]
    right = "def square(x): return x * x"
    assert _endings(runner, right, FIRST, SECOND) == [Ending.OK, Ending.OK]


def test_what_a_test_read_first_is_still_the_students(runner: NotebookRunner):
    student = "def square(x): return x\nweights = [2, 1]\ntotal = 1"
    reads = "weights = sorted(weights)\ntotal += 1\nassert square(3) == 9"
    fails = f"assert square(2) == 4\n{reads}"
    asks = "assert weights == [2, 1] and total == 1"
    assert _endings(runner, student, fails, asks) == [Ending.ERROR, Ending.OK]
