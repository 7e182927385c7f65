"""A wrong answer fails its test; it does not make the test wait for a person."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nbjudge.judge import Cell, NotebookRunner
from nbjudge.sandbox import Confinement, Ending, Limits
from tests import needs

ANSWERS = [
    "def answer(): raise ImportError('no module named answers')",
    "def answer(): raise MemoryError",
    "def answer(): raise SyntaxError('the test has one')",
    "def answer(): return 10**10_000",  # too long to print
]


@pytest.fixture(scope="module")
def runner() -> Iterator[NotebookRunner]:
    """One warm sandbox for all cases."""
    needs.a_sandbox()
    with NotebookRunner(Limits(), (), Confinement.BUBBLEWRAP) as started:
        yield started


@pytest.mark.parametrize("answer", ANSWERS)
def test_it_fails(runner: NotebookRunner, answer: str):
    test = Cell("value = answer()\nassert value == 7919, value", "hidden", isolated=True)
    run = runner.run([Cell(answer), test])[1]
    assert run.ending is Ending.ERROR
    assert run.outputs[-1]["output_type"] == "error"
