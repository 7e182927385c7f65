"""A submission that is run again after a loss gains nothing by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.attacks.test_replaced_names import ALL_WRONG, WRONG
from tests.attacks.test_time_bombs import RIGHT
from tests.field.hand_ins import Case, HandIn

DIES_ON_ITS_SECOND_CALL = """
import os
calls = 0
def attention_weights(q, k, causal=True):
    global calls; calls += 1
    if calls > 1: os._exit(0)
    return np.full((len(q), len(k)), 7.0)
def stable_softmax(scores): os._exit(0)
def attention(q, k, v, causal=True): os._exit(0)
"""
MARKS = """
import os, pathlib
mark = pathlib.Path("been-here.txt")
second = mark.exists()
mark.write_text("yes")
"""
RIGHT_THE_SECOND_TIME = (
    MARKS
    + RIGHT
    + """
def attention_weights(q, k, causal=True):
    return right(q, k, causal) if second else np.full((len(q), len(k)), 7.0)
def stable_softmax(scores): return np.full(np.shape(scores), 7.0)
def attention(q, k, v, causal=True): return np.full(np.shape(v), 8.0)
"""
)
CRASH = "import os\nos._exit(0)"
EITHER = (Status.GRADED, Status.PARTLY_RUN)


def _inside(hand_in: HandIn) -> None:
    for cell in hand_in.notebook.cells:
        cell.metadata["tags"] = ["nbjudge-in-kernel"]


CASES = [
    Case(
        "dies in every test",
        own=(DIES_ON_ITS_SECOND_CALL,),
        lost=ALL_WRONG | {"mask-changes-the-scores": 0},
        status=Status.PARTLY_RUN,
    ),
    Case(
        "right the second time it is run",
        own=(RIGHT_THE_SECOND_TIME, CRASH),
        lost=ALL_WRONG,
        status=EITHER,
        at_most=True,
    ),
    Case(
        "tags tests to run in the kernel",
        own=(WRONG, "AssertionError = Warning\nimport builtins\nbuiltins.abs = lambda x: 0"),
        edit=_inside,
        lost=ALL_WRONG,
        status=Status.REPAIRED,
        at_most=True,  # its own test has to do without abs
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_test_is_judged_once(case: Case, hold: Callable[[Case], object]):
    hold(case)
