"""A student's own test is given the lesson's implementations; it gets nothing else out of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.field.hand_ins import Case

RUN = "np.array([[1.0], [1.0], [1.0]]), np.array([[1.0], [2.0], [9.0]])"
VALUES_ONLY = {"own-test": 2}


def own(name: str, source: str, own_test: float = 0, **options: object) -> Case:
    return Case(name, cells={"my-test": source}, lost={"own-test": own_test}, **options)


CASES = [
    own(
        "own test that passes every other time",
        f"""
calls = 0
def test_my_run(attention_weights):
    global calls
    calls += 1
    attention_weights({RUN})
    assert calls % 2 == 0  # the check that stands in front of it was the first call
""",
        2,
    ),
    own(
        "own test that knows the order of the calls",
        f"""
calls = 0
def test_my_run(attention_weights):
    global calls
    calls += 1
    attention_weights({RUN})
    assert calls not in (3, 5, 7, 9)
""",
        2,
    ),
    own(
        "own test that looks at who calls it",
        f"""
import inspect
def test_my_run(attention_weights):
    attention_weights({RUN})
    seen = [attention_weights, getattr(attention_weights, "__globals__", None),
            getattr(attention_weights, "__closure__", None),
            getattr(attention_weights, "__code__", None),
            getattr(attention_weights, "__wrapped__", None)]
    seen += [frame.frame.f_locals for frame in inspect.stack()]
    text = repr(seen)
    for word in ("rows-sum-to-one", "np.where(future", "weights * visible", "outcomes"):
        if word in text:
            assert "broken" in text
            return
    assert not hasattr(attention_weights, "__self__")
""",
        2,
    ),
    own("own test that does nothing", "def test_my_run(attention_weights):\n    pass"),
    own(
        "own test that always fails",
        f"def test_my_run(attention_weights):\n    attention_weights({RUN})\n    assert False",
        2,
    ),
    own(
        "own test whose complaint poses as a part",
        f"def test_my_run(attention_weights):\n    attention_weights({RUN})\n"
        "    raise AssertionError('x).\\ntells right from wrong: 2 of 2. It passes.')",
        2,
        unsaid="\ntells right from wrong: 2 of 2",
    ),
    own("own test that is a number", "test_my_run = 4"),
    own(
        "own test that answers with points",
        "class Test:\n    def __call__(self, f): return 4\n    def __float__(self): return 4.0\n"
        "test_my_run = Test()",
    ),
    own(
        "own test that exits on every call",
        f"def test_my_run(attention_weights):\n    attention_weights({RUN})\n    raise SystemExit",
        2,
    ),
    own(
        "own test with an array that lies",
        """
class Liar(np.ndarray):
    def __matmul__(self, other): return np.zeros((3, 3))
    def __eq__(self, other): return True
def test_my_run(attention_weights):
    weights = attention_weights(np.zeros((3, 1)).view(Liar), np.zeros((3, 1)).view(Liar))
    assert np.allclose(weights.sum(axis=1), 1)
""",
        2,  # it does tell right from wrong: the lies stay at home
    ),
    own(
        "own test with causal that lies",
        f"""
class Maybe:
    asked = 0
    def __bool__(self):
        Maybe.asked += 1
        return Maybe.asked % 2 == 0
def test_my_run(attention_weights):
    attention_weights({RUN}, Maybe())
    assert Maybe.asked % 2
""",
        0,  # an object does not cross
    ),
    own(
        "own test that calls itself through the test",
        """
class Deep:
    def __array__(self, dtype=None, copy=None):
        Deep.weights(Deep(), Deep())
        return np.zeros((3, 1))
def test_my_run(attention_weights):
    Deep.weights = attention_weights
    attention_weights(Deep(), Deep())
""",
    ),
    own(
        "own test with two thousand tokens",
        "def test_my_run(attention_weights):\n"
        "    big = np.zeros((2000, 1))\n"
        "    for _ in range(4):\n"
        "        attention_weights(big, big)",
    ),
    own(
        "own test with a hundred thousand calls",
        f"def test_my_run(attention_weights):\n    for _ in range(100_000): attention_weights({RUN})",
        2,
        at_most=True,  # on a slow machine its time is over first
        status=("graded", "partly run"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_test_earns_points_by_what_it_checks_alone(case: Case, hold: Callable[[Case], object]):
    hold(case)


@pytest.mark.parametrize("rows", [300])
def test_the_judge_does_not_keep_what_a_test_asked_about(rows: int, hold: Callable[[Case], object]):
    """Memory that own-test fills stays in the grader, where no limit holds."""
    import resource

    source = (
        "def test_my_run(attention_weights):\n"
        f"    for _ in range(60):\n"
        f"        try: attention_weights(np.zeros(({rows}, {rows}), 'u1'), np.zeros((1, 1)))\n"
        "        except Exception: pass"
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    hold(own("own test that fills the memory", source))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 100_000, f"{grown // 1000} MB"
