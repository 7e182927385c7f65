"""An object that tells NumPy where its numbers are must not make the grader look there.

NumPy asks an object for ``__array_interface__``, and believes the address in it. The grader is
started as a program of its own here, for it would take the tests down with it.
"""

from __future__ import annotations

import pytest

from nbjudge.nbgrader_plugins import Course
from nbjudge.verdict import Status
from tests.conftest import Run
from tests.field.grading import outcome
from tests.field.hand_ins import LESSON, WITHOUT_WEIGHTS, Case

EITHER = (Status.GRADED, Status.PARTLY_RUN)
ADDRESS = """
class Address:
    __array_interface__ = {
        "version": 3, "shape": (3, 3), "typestr": "<f8", "data": (4096, False)}
"""
CASES = [
    Case(
        name,
        cells={
            "attention-weights": f"{ADDRESS}\ndef attention_weights(q, k, causal=True):\n    {body}"
        },
        lost=WITHOUT_WEIGHTS,
        status=EITHER,
    )
    for name, body in (
        ("address of an array", "return Address()"),
        ("address of an array in a list", "return [Address() for _ in q]"),
    )
] + [
    Case(
        "address as an argument",
        cells={
            "my-test": f"{ADDRESS}\ndef test_my_run(attention_weights):\n    attention_weights(Address(), Address())"
        },
        lost={"own-test": 0},
    )
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_address_is_believed(case: Case, field: Course, run: Run):
    case.hand_in(field.root)
    done = run(field, "nbjudge", "grade", LESSON, "--student", case.student)
    assert done.returncode == 0, done.stderr[-2000:]
    outcome(field, case).must_be_as(case)
