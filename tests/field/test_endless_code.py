"""Code without end meets the time limit, and the rest is graded."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.field.hand_ins import Case

PARTLY = {"status": Status.PARTLY_RUN, "note": "hit the time limit"}
LOOPS = {
    "while true": "while True: pass",
    "sleep": "import time\ntime.sleep(1000)",
    "loop that swallows the interrupt": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "loop in C": "sum(range(10**13))",
    "regular expression": "import re\nre.match('(a+)+$', 'a' * 40 + 'b')",
    "blocked signals": "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))\nwhile True: pass",
    "thread that is joined": "import threading\nt = threading.Thread(target=threading.Event().wait)\nt.start()\nt.join()",
    "await without end": "import asyncio\nawait asyncio.Event().wait()",
}
CASES = [
    *(Case(f"endless {name}", own=(source,), **PARTLY) for name, source in LOOPS.items()),
    Case(
        "endless loop in a call",
        cells={"attention-output": "def attention(q, k, v, causal=True):\n    while True: pass"},
        lost={"output-mixes-values": 0},
        **PARTLY,
    ),
    Case(
        "many cells without end",
        own=("while True: pass",) * 14,
        before="explain",
        status=Status.PARTLY_RUN,
        note="no time was left",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_rest_is_graded(case: Case, hold: Callable[[Case], object]):
    hold(case)
