"""Time limits: a gentle signal, then a hard one."""

from __future__ import annotations

import time

import pytest
from sandbox_cells import error_of, names_of, text_of, value_of

from nbjudge.sandbox import Ending, Limits, Session, Zygote

SHORT = 0.3


def test_an_endless_loop_is_interrupted_and_what_it_defined_stays(session: Session):
    run = session.run("defined = 1\nprint('begun')\nwhile True: pass", seconds=SHORT)
    assert run.ending is Ending.TIME_LIMIT
    assert error_of(run) == "KeyboardInterrupt"
    assert text_of(run) == "begun\n"
    assert value_of(session, "defined") == 1


SWALLOWS = """
import time
print('begun')
while True:
    try:
        while True: time.sleep(0.01)
    except KeyboardInterrupt:
        pass
"""


@pytest.mark.parametrize(
    "loop",
    [
        SWALLOWS,
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('begun')\nwhile True: pass",
        "print('begun')\nimport itertools, collections; collections.deque(itertools.repeat(0), maxlen=0)",
        "print('begun')\nimport threading; threading.Lock().acquire(); sum(iter(int, 1))",
    ],
    ids=["swallowed", "ignored", "in C", "in C with a lock"],
)
def test_what_does_not_hear_is_killed_as_if_the_cell_had_not_been_there(
    session: Session, loop: str
):
    session.run("kept = 1")
    run = session.run("lost = 1\n" + loop, seconds=SHORT)
    assert run.ending is Ending.TIME_LIMIT
    assert run.execution_count is None
    assert text_of(run) == "begun\n"
    assert names_of(session) == {"kept"}


@pytest.mark.parametrize(
    "wait",
    [
        "import time; time.sleep(60)",
        "import asyncio; await asyncio.sleep(60)",
        "!sleep 60",
        "%%bash\nsleep 60",
        "import threading; e = threading.Event(); e.wait()",
        "import os; os.read(os.pipe()[0], 1)",
        "import subprocess; subprocess.run(['sleep', '60'])",
        "import os; os.wait()",
    ],
)
def test_waiting_is_ended_too(session: Session, wait: str):
    start = time.monotonic()
    run = session.run(wait, seconds=SHORT)
    assert run.ending in (Ending.TIME_LIMIT, Ending.ERROR)
    assert time.monotonic() - start < 30  # half of what it would have waited
    assert text_of(session.run("1 + 1")) == "2"


def test_the_whole_submission_has_a_limit(zygote: Zygote):
    limited = Zygote(Limits(seconds=0.2, total_seconds=0.5), preload=())
    with limited, limited.session() as session:
        endings = [session.run("while True: pass").ending for _ in range(4)]
        assert endings[0] is Ending.TIME_LIMIT
        assert endings[-1] is Ending.NOT_RUN
