"""Answers that are objects with comparisons and lengths of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.field.hand_ins import EVERYDAY, WITHOUT_WEIGHTS, Case

EQUAL = """
class Equal{base}:
    __hash__ = None
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __bool__(self): return True
    def __iter__(self): return iter([14])
    def __radd__(self, other): return self
"""
SUBCLASS = EQUAL.format(base="({kind})")
EITHER = (Status.GRADED, Status.PARTLY_RUN)
NO_SQUARES = {"square-of-three": 0, "squares-to-four": 0}


def everyday(name: str, class_: str, value: str, **changes: object) -> Case:
    """An ordinary assignment, answered with an object."""
    return Case(
        name,
        cells={
            "square": f"{class_}\ndef square(x):\n    return {value}",
            "squares": f"def squares(n):\n    return {value}",
        },
        lost=NO_SQUARES | changes,
        assignment=EVERYDAY,
        at_most=True,  # what it iterates over is a plain value, right or wrong
    )


def weights(name: str, source: str, **options: object) -> Case:
    """The lesson, with weights that are an object."""
    settings = {"lost": WITHOUT_WEIGHTS, "status": EITHER} | options
    return Case(name, cells={"attention-weights": source}, **settings)


CASES = [
    everyday("equal to everything", EQUAL.format(base=""), "Equal()"),
    *(
        everyday(f"{kind} subclass equal to everything", SUBCLASS.format(kind=kind), "Equal()")
        for kind in ("int", "float", "str", "list", "dict")
    ),
    everyday(
        "array subclass equal to everything",
        "import numpy as np\n" + SUBCLASS.format(kind="np.ndarray"),
        "np.zeros(1).view(Equal)",
    ),
    everyday("class equal to everything", EQUAL.format(base="(type)"), "Equal('x', (), {})"),
    everyday(
        "class that claims to be a list",
        EQUAL.format(base="") + "    __class__ = property(lambda self: list)",
        "Equal()",
    ),
    weights(
        "array that is never the same",
        """
class Changing:
    asked = 0
    def __array__(self, dtype=None, copy=None):
        Changing.asked += 1
        return np.full((3, 3), Changing.asked, dtype=float)
def attention_weights(q, k, causal=True):
    return Changing()
""",
    ),
    weights(
        "array of ten to the ten elements",
        "def attention_weights(q, k, causal=True):\n"
        "    return np.broadcast_to(0.0, (100_000, 100_000))",
    ),
    weights(
        "length of ten to the ten",
        """
class Long:
    def __len__(self): return 10**10
    def __getitem__(self, i): return 0.0
def attention_weights(q, k, causal=True):
    return Long()
""",
    ),
    weights(
        "generator without end",
        "def attention_weights(q, k, causal=True):\n    while True: yield [0.0]",
    ),
    weights(
        "sequence without end",
        """
class Endless:
    def __len__(self): return 3
    def __getitem__(self, i): return 0.0
    def __iter__(self):
        while True: yield 0.0
def attention_weights(q, k, causal=True):
    return Endless()
""",
        at_most=True,  # it may have used up the submission's time before own-test
    ),
    weights(
        "list of lists without end",
        """
class Nested:
    def __len__(self): return 2
    def __getitem__(self, i): return self
    def __iter__(self): return iter([Nested(), Nested()])
def attention_weights(q, k, causal=True):
    return Nested()
""",
        at_most=True,  # it may have used up the submission's time before own-test
    ),
    weights(
        "object that reduces to a command",
        """
class Reduced:
    def __reduce__(self): return (exec, ("import os; os._exit(7)",))
def attention_weights(q, k, causal=True):
    return Reduced()
""",
    ),
    weights(
        "dictionary whose keys lie",
        """
class Key:
    def __hash__(self): return 1
    def __eq__(self, other): return True
def attention_weights(q, k, causal=True):
    return {Key(): 1.0}
""",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_object_does_not_answer_for_itself(case: Case, hold: Callable[[Case], object]):
    hold(case)
