"""A cell that dies or hangs costs only itself."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from nbjudge import verdict
from nbjudge.nbgrader_plugins._run import RunCells
from nbjudge.verdict import KEY, Kind, Verdict

pytestmark = pytest.mark.slow


def _endings(*sources: str, **options: int) -> tuple[list[str | None], Verdict]:
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    runner = RunCells(enabled=True, **{"timeout": 3, **options})
    notebook, _resources = runner.preprocess(notebook, {"metadata": {"path": "."}})
    return [cell.metadata.get(KEY) for cell in notebook.cells], verdict.read(notebook.metadata)


def test_a_process_that_ends_goes_on_without_that_cell():
    endings, found = _endings(
        "x = 1", "import os; x = 2; os._exit(1)", "assert x == 1", "y = x + 1"
    )
    assert endings == ["ok", "died", "ok", "ok"]
    assert [note.kind for note in found.notes] == [Kind.RUN]


def test_a_loop_is_stopped():
    endings, found = _endings("x = 1", "while True: x += 1", "assert x >= 1")
    assert endings == ["ok", "time limit", "ok"]
    assert "time limit of 3 s" in found.sentence


def test_a_loop_that_ignores_the_interrupt_is_stopped_too():
    stubborn = "while True:\n    try:\n        while True: pass\n    except KeyboardInterrupt: pass"
    assert _endings("x = 1", stubborn, "assert x == 1")[0] == ["ok", "time limit", "ok"]


def test_the_rest_is_not_run_when_loops_have_used_up_the_time():
    endings, found = _endings("while True: pass", "while True: pass", "x = 1", total_seconds=5)
    assert endings == ["time limit", "time limit", None]
    assert "the rest was not run" in found.sentence


@pytest.mark.parametrize("call", ["exit()", "quit()", "import sys; sys.exit(3)"])
def test_a_call_of_exit_is_as_if_it_were_not_there(call: str):
    endings, found = _endings("x = 1", f"{call}\nx = 2", "assert x == 2")
    assert endings == ["ok", "ok", "ok"]
    assert found.sentence == "A call of exit() was ignored."


def test_an_error_in_a_cell_does_not_touch_what_was_defined_before():
    assert _endings("x = 1", "1 / 0", "assert x == 1")[0] == ["ok", "error", "ok"]
