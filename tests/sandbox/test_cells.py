"""Cells run as in a kernel."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sandbox_cells import SMALL, error_of, names_of, text_of, value_of

from nbjudge.sandbox import Ending, Session, Zygote


def test_value_becomes_an_execute_result(session: Session):
    run = session.run("x = 20\nx + 1")
    assert run.ending is Ending.OK
    assert run.execution_count == 1
    assert run.outputs == [
        {
            "output_type": "execute_result",
            "execution_count": 1,
            "data": {"text/plain": "21"},
            "metadata": {},
        }
    ]


def test_streams_keep_their_order(session: Session):
    run = session.run("import sys\nprint('a'); print('b', file=sys.stderr); print('c'); print('d')")
    assert [(out["name"], out["text"]) for out in run.outputs] == [
        ("stdout", "a\n"), ("stderr", "b\n"), ("stdout", "c\nd\n"),
    ]  # fmt: skip


def test_an_error_costs_nothing_that_was_defined_before(session: Session):
    run = session.run("kept = 1\n1 / 0\nnever = 2")
    assert run.ending is Ending.ERROR
    assert error_of(run) == "ZeroDivisionError"
    assert names_of(session) == {"kept"}


def test_history_is_ipythons(session: Session):
    session.run("40 + 2")
    assert text_of(session.run("Out[1], _, In[1]")) == "(42, 42, '40 + 2')"


@pytest.mark.parametrize(
    "line", ["exit()", "quit()", "import sys; sys.exit()", "import sys; sys.exit('bye')"]
)
def test_leaving_is_passed_over_and_noted(session: Session, line: str):
    run = session.run(f"before = 1\n{line}\nafter = 2")
    assert run.ending is Ending.OK
    assert value_of(session, "after") == 2
    assert "passed over" in run.notes[0]


def test_leaving_without_brackets_is_noted_too(session: Session):
    assert session.run("exit").notes == ("exit() was passed over",)


def test_a_library_that_exits_ends_the_cell_and_no_more(session: Session):
    run = session.run(
        "import argparse\nargparse.ArgumentParser().parse_args(['--nosuch'])\nafter = 1"
    )
    assert run.ending is Ending.OK
    assert run.notes == ("SystemExit was passed over",)
    assert "after" not in names_of(session)


@pytest.mark.parametrize("call", ["input()", "import getpass; getpass.getpass()"])
def test_questions_are_refused_as_by_a_kernel_without_stdin(session: Session, call: str):
    assert error_of(session.run(call)) == "StdinNotImplementedError"


def test_files_lie_beside_the_notebook(session: Session):
    assert text_of(session.run("open('experiments.json').read()")) == repr('{"runs": []}')
    assert text_of(session.run("import module_beside; module_beside.answer")) == "42"


def test_the_folder_comes_first_as_in_a_kernel(zygote: Zygote):
    files = {"tomllib.py": b"beside = True", "json.py": b"raise SystemError"}
    with zygote.session(files=files) as session:
        assert session.run("import json").ending is Ending.OK  # it was loaded before
        assert value_of(session, "__import__('tomllib').beside") is True


@pytest.mark.parametrize("name", ["../x", "/etc/x", "", "a/../../x"])
def test_a_file_outside_the_folder_is_refused(zygote: Zygote, name: str):
    with pytest.raises(ValueError, match="no path inside"):
        zygote.session(files={name: b""})


def test_files_beyond_the_limit_are_refused(zygote: Zygote):
    with pytest.raises(ValueError, match="are allowed"):
        zygote.session(files={"big": bytes(5 * 2**20)})


def test_threads_and_child_processes_live_on_in_the_next_cell(session: Session):
    session.run(
        "import threading, subprocess\nwake = threading.Event()\n"
        "thread = threading.Thread(target=wake.wait); thread.start()\n"
        "child = subprocess.Popen(['sleep', '0.01'])"
    )
    assert text_of(session.run("thread.is_alive(), child.wait()")) == "(True, 0)"
    session.run("wake.set(); thread.join()")


def test_a_task_goes_on_in_the_next_await(session: Session):
    session.run("import asyncio\ntask = asyncio.create_task(asyncio.sleep(0.01, 'done'))")
    assert text_of(session.run("await task")) == "'done'"


def test_a_later_cell_updates_a_display_in_place(session: Session):
    first = session.run(
        "from IPython.display import display\nhandle = display('old', display_id='d')"
    )
    second = session.run("handle.update('new')")
    assert text_of(first) == "'new'"
    assert second.outputs == []


@pytest.mark.parametrize("source", ["print('\\ud800')", "'\\ud800'", "raise ValueError('\\ud800')"])
def test_outputs_can_be_stored_as_utf_8(session: Session, source: str):
    str(session.run(source).outputs).encode("utf-8")


@pytest.mark.parametrize(
    "source", ["\0", "x = '\ud800'", "%" * 50_000, "(" * 5_000, "", "\ufeffx = 1"]
)
def test_odd_sources_cost_only_themselves(session: Session, source: str):
    session.run(source)
    assert text_of(session.run("1 + 1")) == "2"


def test_a_fork_that_the_student_makes_prints_too_and_does_not_come_back(session: Session):
    run = session.run(
        "import os\nif os.fork() == 0:\n    print('child')\nelse:\n    os.wait()\n    print('parent')"
    )
    assert text_of(run) == "child\nparent\n"
    assert text_of(session.run("1 + 1")) == "2"


def test_sessions_share_nothing(zygote: Zygote):
    with zygote.session() as one, zygote.session() as other:
        one.run("x = 1; open('left', 'w').close()")
        assert names_of(other) == frozenset()
        assert (
            text_of(other.run("import os; os.listdir('.'), os.listdir('/dev/shm')")) == "([], [])"
        )


def test_nothing_of_another_session_shows_in_the_processes(zygote: Zygote):
    with zygote.session() as one, zygote.session() as other:
        for session, seconds in ((one, "77.25"), (other, "88.25")):  # no random name has a point
            session.run(f"import subprocess; child = subprocess.Popen(['sleep', '{seconds}'])")
        seen = text_of(other.run("print(subprocess.getoutput('cat /proc/*/cmdline'))"))
        assert ("77.25" in seen, "88.25" in seen) == (False, True)


def test_sessions_run_side_by_side_in_threads(zygote: Zygote):
    def whole(number: int) -> str:
        with zygote.session() as session:
            session.run(f"x = {number}")
            session.run("import os; os._exit(1)" if number % 2 else "y = 1; f = print")
            return text_of(session.run("x"))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(whole, range(12))) == [str(number) for number in range(12)]


def test_a_folder_can_be_shown(tmp_path: Path):
    (tmp_path / "data.csv").write_text("a,b")
    tmp_path.chmod(0o755)
    with Zygote(SMALL, visible=(tmp_path,)) as zygote, zygote.session() as session:
        assert text_of(session.run(f"open('{tmp_path}/data.csv').read()")) == "'a,b'"
        assert session.run(f"open('{tmp_path}/data.csv', 'w')").ending is Ending.ERROR


def test_each_submission_rolls_its_own_dice(zygote: Zygote):
    rolls = set()
    for _ in range(3):
        with zygote.session() as session:
            rolls.add(
                text_of(session.run("import random, numpy; (random.random(), numpy.random.rand())"))
            )
    assert len(rolls) == 3
