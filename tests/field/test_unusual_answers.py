"""Right answers in unusual types get the marks that they deserve."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Outcome
from tests.field.grading import Graded
from tests.field.hand_ins import WITHOUT_WEIGHTS, Case

RETURNS = {
    "Fortran order": "np.asfortranarray(weights)",
    "longdouble": "weights.astype(np.longdouble)",
    "big endian": "weights.astype('>f8')",
    "read only": "np.broadcast_to(weights, weights.shape)",
    "tuple of rows": "tuple(weights)",
}
NOT_PLAIN = {
    "masked array": "np.ma.masked_array(weights)",
    "object array": "weights.astype(object)",
    "object with __array__": "Wrapped(weights)",
}
CASES = [
    Case(
        f"answers with {name}",
        cells={
            "attention-weights": f"""
class Wrapped:
    def __init__(self, values): self.values = values
    def __array__(self, dtype=None, copy=None): return self.values
def attention_weights(q, k, causal=True):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    if causal:
        scores = np.where(np.triu(np.ones(scores.shape, bool), 1), -np.inf, scores)
    weights = stable_softmax(scores)
    return {value}
""",
            "attention-output": "def attention(q, k, v, causal=True):\n"
            "    return np.asarray(attention_weights(q, k, causal), dtype=float) @ v",
        },
        lost=WITHOUT_WEIGHTS if name in NOT_PLAIN else {},
    )
    for name, value in (RETURNS | NOT_PLAIN).items()
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_right_answer_counts_or_waits_for_a_person(case: Case, hold: Callable[[Case], Graded]):
    results = {each.grade_id: each for each in hold(case).verdict.results}
    for name in case.lost:
        assert results[name].outcome is Outcome.WAITING
        assert "only plain data" in results[name].message
