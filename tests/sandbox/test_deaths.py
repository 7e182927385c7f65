"""A cell that dies costs only itself."""

from __future__ import annotations

import pytest
from sandbox_cells import names_of, text_of, value_of

from nbjudge.sandbox import Ending, Session
from nbjudge.sandbox._channel import wait_for

DEATHS = [
    "import os; os._exit(0)",
    "import ctypes; ctypes.string_at(0)",
    "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
    "import os; os.abort()",
    "import os; os.closerange(3, 256)",
    "import resource; resource.setrlimit(resource.RLIMIT_CPU, (0, 0))\nwhile True: pass",
]


@pytest.mark.parametrize("death", DEATHS)
def test_a_death_costs_one_cell(session: Session, death: str):
    session.run("kept = [1, 2]")
    run = session.run("lost = 1; kept.append(3); print('last words')\n" + death, seconds=5)
    assert run.ending is Ending.DIED
    assert text_of(run) == "last words\n"
    assert run.outputs[-1]["ename"] == "CellDied"
    assert session.run("kept").execution_count == 2
    assert names_of(session) == {"kept"}
    assert value_of(session, "kept") == [1, 2]


def test_a_stack_that_overflows_costs_one_cell(session: Session):
    session.run("kept = 1")
    run = session.run(
        "import sys; sys.setrecursionlimit(10**9)\nx = []\nfor _ in range(10**6): x = [x]\nrepr(x)"
    )
    assert run.ending is not Ending.OK
    assert text_of(session.run("kept")) == "1"


def test_deaths_in_a_row_cost_one_cell_each(session: Session):
    for number in range(5):
        session.run(f"x = {number}")
        assert session.run("import os; os._exit(1)").ending is Ending.DIED
    assert value_of(session, "x") == 4


WAITS = """
import os, threading
told = threading.Event()
threading.Thread(target=lambda: (told.wait(), os._exit(1))).start()
"""


def test_a_thread_that_kills_after_its_cell_costs_the_cell_that_it_hits(session: Session):
    session.run("kept = 1")
    session.run(WAITS)
    assert session.run("told.set(); threading.Event().wait()", seconds=20).ending is Ending.DIED
    assert value_of(session, "kept") == 1


def test_a_process_that_died_between_cells_is_noticed(session: Session):
    session.run("kept = 1")
    session.run("import os, threading; threading.Timer(0.5, os._exit, [1]).start()")
    wait_for([session._states.warden], 60)  # until it says so
    run = session.run("kept")
    assert run.ending is Ending.OK
    assert text_of(run) == "1"
    assert "cell before" in run.notes[0]


def test_bash_and_await_work_in_a_state_that_took_over(session: Session):
    session.run("%%bash\ntrue")
    session.run("import os; os._exit(1)")
    assert text_of(session.run("%%bash\necho works")) == "works\n"
    assert text_of(session.run("import asyncio; await asyncio.sleep(0, 'works')")) == "'works'"


def test_random_numbers_go_on_where_the_kept_state_was(session: Session):
    session.run("import random; random.seed(1); random.random()")
    expected = text_of(session.run("state = random.getstate(); random.random()"))
    session.run("random.setstate(state)")
    session.run("import os; os._exit(1)")
    assert text_of(session.run("random.random()")) == expected


def test_killing_all_kept_states_ends_the_session_with_a_sentence(session: Session):
    session.run(
        "import os\nfor pid in map(int, filter(str.isdigit, os.listdir('/proc'))):\n    if pid not in (1, os.getpid()): os.kill(pid, 9)\nos._exit(1)"
    )
    run = session.run("1")
    assert run.ending is Ending.NOT_RUN
    assert "lost" in run.notes[0]
