"""What a student replaces is replaced for the student only."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.field.hand_ins import EVERYDAY, WITHOUT_WEIGHTS, Case

WRONG = """
def attention_weights(q, k, causal=True):
    return np.full((len(q), len(k)), 7.0)
def stable_softmax(scores): return np.full(np.shape(scores), 7.0)
def attention(q, k, v, causal=True): return np.full(np.shape(v), 8.0)
"""
ALL_WRONG = WITHOUT_WEIGHTS | {"mask-changes-the-scores": 1}
EITHER = (Status.GRADED, Status.PARTLY_RUN)
TRIES = {
    "numpy testing": "np.testing.assert_allclose = lambda *a, **k: None",
    "allclose": "np.allclose = np.isclose = np.array_equal = lambda *a, **k: True",
    "asarray": "np.asarray = lambda *a, **k: np.eye(3)",
    "ndarray methods": "class Module: pass\nnp.ndarray = Module\nnp.random.default_rng = None",
    "errstate": "np.errstate = lambda **k: (_ for _ in ()).throw(SystemExit)",
    "module in sys": "import sys, types\nsys.modules['numpy'] = types.ModuleType('numpy')",
    "np": "class Everything:\n    def __getattr__(self, name): return lambda *a, **k: True\n_np = np\nnp2 = Everything()",
    "isinstance": "isinstance = issubclass = lambda *a: True",
    "builtins": "import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.abs = lambda x: 0\nbuiltins.AssertionError = ValueError",
    "AssertionError": "AssertionError = Warning\nabs = lambda x: 0\nrange = lambda *a: []\nlen = lambda x: 0",
    "dunder builtins": "__builtins__ = {}\n__name__ = 'test'",
    "dunder missing": "def __missing__(self, name): return 4\n__class__ = dict\n__dict__ = {}",
    "dunder debug and import": "import builtins\nbuiltins.__import__ = lambda *a, **k: None\n__debug_ = False",
    "names of the tests": "expected = rows = ratio = q = k = v = weights = output = given = n = d = last = None\nrunpy = Path = experiments = own_test = assessment = parts = grading = lesson = None",
    "runpy": "import runpy\nrunpy.run_path = lambda *a: {'grade': lambda *a: 4, 'read': None}",
    "pathlib": "from pathlib import Path\nPath.is_dir = lambda self: True\nPath.cwd = staticmethod(lambda: Path('/'))",
    "jsonschema": "import sys, types\nsys.modules['jsonschema'] = sys.modules['math'] = types.ModuleType('x')",
}
CASES = [
    *(
        Case(f"replaces {name}", own=(WRONG, source), lost=ALL_WRONG, status=EITHER, at_most=True)
        for name, source in TRIES.items()
    ),
    Case(
        "replaces print and the comparison",
        cells={
            "square": "import operator, builtins\noperator.eq = lambda *a: True\n"
            "def square(x): return 8",
            "squares": "def squares(n): return [1]",
            "hello": "builtins.print = lambda *a: 1 / 0\nprint = 5\ndef hello(): return None",
        },
        lost={"square-of-three": 0, "squares-to-four": 0, "makes-a-list": 0},
        assignment=EVERYDAY,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_effect_on_the_verdict(case: Case, hold: Callable[[Case], object]):
    hold(case)
