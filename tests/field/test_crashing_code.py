"""A cell or a call that ends the process costs only itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.field.hand_ins import WITHOUT_WEIGHTS, Case

SEGFAULT = "import ctypes\nctypes.string_at(0)"
PARTLY = {"status": Status.PARTLY_RUN, "note": "ended its process"}


def inside(name: str, line: str, **options: object) -> Case:
    source = f"import os, ctypes, sys\ndef attention(q, k, v, causal=True):\n    {line}"
    return Case(
        name, cells={"attention-output": source}, lost={"output-mixes-values": 0}, **options
    )


CASES = [
    Case("exits in a cell of its own", own=("import os\nos._exit(0)",), **PARTLY),
    Case("segfault in a cell of its own", own=(SEGFAULT,), **PARTLY),
    Case("abort in a cell of its own", own=("import os\nos.abort()",), **PARTLY),
    Case(
        "kills itself", own=("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",), **PARTLY
    ),
    Case(
        "kills everything",
        own=("import os, signal\nos.kill(-1, signal.SIGKILL)",),
        status=(Status.GRADED, Status.PARTLY_RUN),
    ),
    inside("exits in a call", "os._exit(0)", **PARTLY),
    inside("segfault in a call", "ctypes.string_at(0)", **PARTLY),
    inside("exec in a call", "os.execv('/bin/sh', ['sh', '-c', 'exit 0'])", **PARTLY),
    Case(
        "exits in an answer cell",
        cells={"attention-weights": "import os\nos._exit(0)"},
        lost=WITHOUT_WEIGHTS,
        **PARTLY,
    ),
    Case(
        "does not compile",
        cells={"attention-weights": "def attention_weights(q, k, causal=True)\n    pass"},
        lost=WITHOUT_WEIGHTS,
    ),
    *(
        Case(f"calls {call}", own=(call,), note="pass")
        for call in ("exit()", "quit()", "import sys; sys.exit(3)", "raise SystemExit")
    ),
    inside("calls exit in a call", "sys.exit(0)"),
    Case("error in a later cell", own=("x = 1\n1 / 0",), before="tests-prompt"),
    Case("error in a line of its own", own=("raise RuntimeError('exploring')",), before="setup"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_only_that_is_lost(case: Case, hold: Callable[[Case], object]):
    hold(case)
