"""Student code that finds its end of the channel and writes to it."""

from __future__ import annotations

import time

import pytest
from sandbox_cells import text_of

from nbjudge.sandbox import Ending, Session

FIND = """
import os, socket, stat, struct
sockets = [fd for fd in range(3, 256) if os.path.exists(f'/proc/self/fd/{fd}') and stat.S_ISSOCK(os.fstat(fd).st_mode)]
def write(data):
    for fd in sockets:
        try: os.write(fd, data)
        except OSError: pass
def message(data): write(struct.pack('<I', len(data)) + data)
"""

GARBAGE = [
    "write(b'garbage' * 1000)",
    "write(struct.pack('<I', 2**32 - 1))",
    "write(struct.pack('<I', 2**30) + b'x' * 10**6)",
    "message(b'')",
    "message(b'\\xff' * 100)",
    "from nbjudge.wire import encode; message(encode(None))",
    "from nbjudge.wire import encode; message(encode(('value',)))",
    "from nbjudge.wire import encode; message(encode(('error', 1, b'', False)))",
    "from nbjudge.wire import encode; message(encode(('kept', -1)))",
    "from nbjudge.wire import encode; message(encode(('gone', 2)))",
]


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_costs_the_cell(session: Session, garbage: str):
    session.run("kept = 1")
    run = session.run(FIND + garbage)
    assert run.ending is Ending.DIED
    assert text_of(session.run("kept")) == "1"


@pytest.mark.parametrize(
    "flood",
    [
        "os.set_blocking(sockets[0], True)\nwhile True: write(b'x' * 65536)",
        "while True: message(b'x' * 65536)",
        "from nbjudge.wire import encode\nm = encode(('call', -1, (), {}))\nwhile True: message(m)",
        "write(struct.pack('<I', 1000) + b'x')\nwhile True: pass",
    ],
)
def test_a_flood_ends_in_bounded_time(session: Session, flood: str):
    session.run("kept = 1")
    start = time.monotonic()
    run = session.run(FIND + flood, seconds=0.5)
    assert run.ending in (Ending.DIED, Ending.TIME_LIMIT)
    assert time.monotonic() - start < 60  # it would go on for ever
    assert text_of(session.run("kept")) == "1"


def test_a_forged_outcome_says_no_more_than_the_cell_could(session: Session):
    """An answer that comes early makes an outcome; the true one is then out of place."""
    run = session.run(
        FIND
        + "from nbjudge.wire import encode\n"
        + "message(encode(('value', (True, 10**100, True), b'\\x03\\xff\\xff\\xff\\xffxx', 'yes')))\n1 / 0"
    )
    assert run.ending is Ending.OK
    assert run.execution_count is None
    session.run("pass")  # gets the true answer of the cell before: harms the student alone
    assert session.over is None


@pytest.mark.parametrize(
    "records",
    [
        "('display_data', {'text/html': 5}, {}, None)",
        "('display_data', {'text/plain': b'x'}, {}, None)",
        "('display_data', [], {}, None)",
        "('execute_result', 'one', {1: 'x'}, {})",
        "('error', 'x', 'y', 'not a list')",
        "('error', 'x', 'y', [1])",
        "('__class__',)",
        "(5,)",
        "()",
        "('note', 5)",
    ],
)
def test_outputs_that_no_notebook_can_hold_are_left_out(session: Session, records: str):
    run = session.run(f"import sys\nget_ipython().journal.event(*{records})\nprint('after')")
    assert [output["output_type"] for output in run.outputs] == ["stream"]
    assert run.ending is Ending.OK


def test_a_student_who_breaks_the_inside_breaks_only_the_own_run(session: Session):
    session.run(
        "import nbjudge.wire, sys, os\n"
        "for name, module in list(sys.modules.items()):\n"
        "    if 'nbjudge' in name:\n"
        "        for key in list(vars(module)): setattr(module, key, None)"
    )
    assert session.run("1").ending in (Ending.OK, Ending.ERROR, Ending.DIED, Ending.NOT_RUN)
