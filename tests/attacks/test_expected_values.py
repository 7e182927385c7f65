"""A student's answer does not make a failed test say on the feedback page what it expects."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from nbformat import from_dict

from nbjudge.judge import Cell, NotebookRunner
from nbjudge.nbgrader_plugins.feedback._said import said
from nbjudge.sandbox import Confinement, Ending, Limits
from tests import needs

NAMED_LIKE_A_FRAME = """
def answer():
    def f(): pass
    f.__name__ = f.__qualname__ = "x\\n  File mine"
    return [f] * 3
"""
TOO_LONG_TO_PRINT = "def answer(): return 10**5000"
TESTS = (
    "np.testing.assert_array_equal(answer(), [7919, 7907, 7901])",
    "np.testing.assert_equal(answer(), 7919)",
    "import unittest\nunittest.TestCase().assertEqual(answer(), 7919)",
)


@pytest.fixture(scope="module")
def runner() -> Iterator[NotebookRunner]:
    """One warm sandbox for all cases."""
    needs.a_sandbox()
    with NotebookRunner(Limits(), ("numpy",), Confinement.BUBBLEWRAP) as started:
        yield started


@pytest.mark.parametrize("answer", [NAMED_LIKE_A_FRAME, TOO_LONG_TO_PRINT])
def test_what_a_library_has_written_out_stays_out(runner: NotebookRunner, answer: str):
    tests = [Cell("import numpy as np\n" + test, "hidden", isolated=True) for test in TESTS]
    for cell, run in zip(tests, runner.run([Cell(answer), *tests])[1:], strict=True):
        assert run.ending is Ending.ERROR
        assert "7919" in run.outputs[-1]["evalue"]  # for those who grade
        assert "7919" not in said(from_dict(run.outputs[-1]), cell.source)
