"""Bombs are stopped by limits, and the neighbours' grades are the same as without them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.field.hand_ins import EVERYDAY, Case

ANY = (Status.GRADED, Status.PARTLY_RUN)
BOMBS = {
    "memory": "b'x' * (4 * 2**30)",
    "memory in pieces": "kept = []\nwhile True: kept.append(bytearray(b'x') * 2**26)",
    "fork": "import os\nwhile True:\n    try: os.fork()\n    except OSError: break",
    "fork that loops": "import os\nfor _ in range(200):\n    try:\n        if os.fork() == 0:\n            while True: pass\n    except OSError: break",
    "threads": "import threading, time\nfor _ in range(500):\n    try: threading.Thread(target=time.sleep, args=(60,)).start()\n    except RuntimeError: break",
    "disk": "with open('full', 'wb') as file:\n    for _ in range(200): file.write(bytes(2**20))",
    "many files": "for i in range(20_000): open(f'file-{i}', 'w').close()",
    "background process": "import subprocess\nsubprocess.Popen(['sleep', '333'], start_new_session=True)",
    "recursion": "def f(): return f()\nf()",
    "recursion in C": "x = []\nfor _ in range(10**6): x = [x]\nrepr(x)",
    "descriptors": "kept = [open('/dev/null') for _ in range(100_000)]",
    "integer": "x = 7 ** (10 ** 7)",
}
CASES = [
    *(Case(f"bomb of {name}", own=(source,), status=ANY) for name, source in BOMBS.items()),
    Case("neighbour of bombs"),
    Case("neighbour of bombs every day", assignment=EVERYDAY),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_was_right_stays_right(case: Case, hold: Callable[[Case], object]):
    hold(case)


def test_nothing_outlives_its_submission(hold: Callable[[Case], object]):
    from pathlib import Path

    hold(Case("leaves a process", own=("import subprocess\nsubprocess.Popen(['sleep', '333'])",)))
    running = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert b"sleep\x00333\x00" not in running
