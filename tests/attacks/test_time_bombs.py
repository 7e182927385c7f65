"""Functions that behave by who asks, when and how often."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.attacks.test_replaced_names import ALL_WRONG
from tests.field.hand_ins import EVERYDAY, Case

RIGHT = """
def right(q, k, causal=True):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    if causal: scores = np.where(np.triu(np.ones(scores.shape, bool), 1), -np.inf, scores)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
"""
LATE = """
right_weights = attention_weights
def attention_weights(*a, **k): return np.full((len(a[0]), len(a[1])), 7.0)
"""
CASES = [
    Case(
        "wrong until a thread mends it",
        own=(
            "import threading, time\n"
            "def attention_weights(q, k, causal=True): return np.full((len(q), len(k)), 7.0)\n"
            "def mend():\n    time.sleep(600)\n"
            "threading.Thread(target=mend, daemon=True).start()",
        ),
        lost={
            n: s
            for n, s in ALL_WRONG.items()
            if n not in ("softmax-is-stable", "output-mixes-values")
        }
        | {"softmax-is-stable": 0},
        status=(Status.GRADED, Status.PARTLY_RUN),
    ),
    Case(
        "right only for the first calls",
        cells={
            "attention-weights": RIGHT + "calls = 0\ndef attention_weights(q, k, causal=True):\n"
            "    global calls; calls += 1\n"
            "    return right(q, k, causal) if calls < 3 else np.full((len(q), len(k)), 7.0)"
        },
        lost={
            "rows-sum-to-one": 0,
            "softmax-is-stable": 0,
            "future-weight-is-zero": 0,
            "scores-are-scaled": 0,
            "rows-are-queries": 0,
        },
    ),
    Case(
        "changed after the tests",
        own=("attention_weights = stable_softmax = attention = None",),
        before="explain",
    ),
    Case(
        "replaced between two tests",
        own=("def attention_weights(q, k, causal=True): return np.full((len(q), len(k)), 7.0)",),
        before="rows-are-queries",
        lost={"rows-are-queries": 0},
    ),
    Case(
        "answers from a table of the tests' inputs",
        cells={
            "square": "def square(x): return {3: 9}[x]",
            "squares": "def squares(n): return {4: [1, 4, 9, 16]}[n]",
        },
        lost={"makes-a-list": 0},
        assignment=EVERYDAY,
    ),
    Case(
        "changes the arrays that it is given",
        cells={
            "stable-softmax": "def stable_softmax(scores):\n"
            "    scores -= scores.max(axis=-1, keepdims=True)\n"
            "    np.exp(scores, out=scores)\n"
            "    scores /= scores.sum(axis=-1, keepdims=True)\n"
            "    return scores"
        },
        lost={"softmax-is-stable": 0},
    ),
    Case(
        "remembers the last answer as a default",
        cells={
            "attention-output": "def attention(q, k, v, causal=True, last=[]):\n"
            "    last.append(attention_weights(q, k, causal) @ v)\n    return last[-1]"
        },
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_test_judges_what_it_meets(case: Case, hold: Callable[[Case], object]):
    hold(case)
