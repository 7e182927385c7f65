"""Output is cut by bytes, and never touches a score."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.nbgrader_plugins import Course
from tests.field.hand_ins import LESSON, Case

CUT = {"note": "output was cut"}
CASES = [
    Case("one line of 20 MB", own=("print('x' * 20_000_000)",), **CUT),
    Case("many short lines", own=("for i in range(100_000): print(i, 'x' * 20)",), **CUT),
    Case("a result of 20 MB", own=("'x' * 20_000_000",), **CUT),
    Case("displays of 20 MB", own=("for _ in range(20): display('x' * 10**6)",), **CUT),
    Case(
        "output of a C library",
        own=("import ctypes\nctypes.CDLL(None).puts(b'from C')\nctypes.CDLL(None).fflush(None)",),
    ),
    Case("output of a child", own=("import subprocess\nsubprocess.run(['echo', 'from a child'])",)),
    Case(
        "loud during a test",
        cells={
            "attention-output": "def attention(q, k, v, causal=True):\n"
            "    print('x' * 5_000_000)\n    return attention_weights(q, k, causal) @ v"
        },
    ),
    Case(
        "warnings and prints to stderr",
        cells={
            "attention-output": "import sys, warnings, logging\n"
            "def attention(q, k, v, causal=True):\n"
            "    warnings.warn('careful', DeprecationWarning)\n"
            "    logging.error('logged')\n"
            "    print('Traceback (most recent call last):\\nAssertionError', file=sys.stderr)\n"
            "    np.log(np.zeros(1))\n"
            "    return attention_weights(q, k, causal) @ v"
        },
    ),
    Case("bytes that are no text", own=("import os\nos.write(1, bytes(range(256)))",)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_score_is_unaffected(case: Case, field: Course, hold: Callable[[Case], object]):
    hold(case)
    graded = field.root / "autograded" / case.student / LESSON / "self-attention.ipynb"
    assert graded.stat().st_size < 3_000_000
