"""Exceptions that end programs, raised by a student's function in the middle of a test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.field.hand_ins import WITHOUT_WEIGHTS, Case

EITHER = (Status.GRADED, Status.PARTLY_RUN)
HOSTILE = """
class Hostile({base}):
    def __str__(self): {text}
    __repr__ = __str__
    __notes__ = property(lambda self: 1 / 0)
    __traceback__ = 5
    def with_traceback(self, tb): return self
    @property
    def __class__(self): raise self
    @property
    def __cause__(self): return self
"""
RAISED = {
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "SystemExit": "raise SystemExit(0)",
    "GeneratorExit": "raise GeneratorExit",
    "StopIteration": "raise StopIteration(np.eye(3))",
    "BaseExceptionGroup": "raise BaseExceptionGroup('x', [KeyboardInterrupt(), SystemExit()])",
    "UnicodeDecodeError": "raise UnicodeDecodeError('utf-8', b'x', 0, 1, 'reason')",
    "SyntaxError": "raise SyntaxError('x', ('file', 1, 2, 'text'))",
    "OSError": "raise OSError(4, 'Interrupted system call')",
    "MemoryError": "raise MemoryError",
    "RecursionError": "return attention_weights(q, k)",
    "Warning": "raise DeprecationWarning('x')",
    "a lone surrogate": "raise ValueError('\\ud800')",
    "a null byte": "raise AssertionError('\\0' * 10)",
    "a megabyte": "raise AssertionError('x' * 2_000_000)",
    "itself as cause": "error = ValueError()\n    raise error from error",
    "a student process lost": "raise type('StudentProcessLost', (Exception,), {'ending': 'ok'})",
}
CASES = [
    *(
        Case(
            f"raises {name}",
            cells={"attention-weights": f"def attention_weights(q, k, causal=True):\n    {source}"},
            lost=WITHOUT_WEIGHTS,
            status=EITHER,
        )
        for name, source in RAISED.items()
    ),
    *(
        Case(
            f"raises an exception {name}",
            cells={
                "attention-weights": HOSTILE.format(base=base, text=text)
                + "def attention_weights(q, k, causal=True):\n    raise Hostile('x')"
            },
            lost=WITHOUT_WEIGHTS,
            status=EITHER,
        )
        for name, base, text in (
            ("whose text raises", "Exception", "raise self"),
            ("whose text exits", "Exception", "raise SystemExit"),
            ("whose text is a number", "AssertionError", "return 4"),
            ("that interrupts", "KeyboardInterrupt", "raise KeyboardInterrupt"),
        )
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_only_the_test_fails(case: Case, hold: Callable[[Case], object]):
    hold(case)
