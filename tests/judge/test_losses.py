"""A process that is lost costs the test or the cell that lost it, and a first verdict stands."""

from __future__ import annotations

import pytest

from nbjudge.judge import Cell, NotebookRunner
from nbjudge.sandbox import Ending

from .conftest import RunTests, error_of

DIES = "import os\ndef die(): os._exit(0)\ndef live(): return 1"
CATCHES = "try:\n    die()\nexcept BaseException:\n    pass"


def test_a_loss_decides_the_test_whatever_it_catches(isolated: RunTests):
    lost, lost_again, after = isolated(DIES, CATCHES, "die()", "assert live() == 1")
    assert [lost.ending, lost_again.ending, after.ending] == [Ending.DIED, Ending.DIED, Ending.OK]
    assert error_of(lost) == (
        "StudentProcessLost",
        "The student's code ended its process: the cell's process ended.",
    )


def test_a_call_without_end_decides_its_test_too(isolated: RunTests):
    student = "def loop():\n    while True: pass\ndef live(): return 1"
    late, after = isolated(student, CATCHES.replace("die", "loop"), "assert live() == 1")
    assert (late.ending, after.ending) == (Ending.TIME_LIMIT, Ending.OK)


SECOND_TRY = """
import os
def first(): return not os.path.exists('/tmp/seen') and len([p for p in os.listdir('/proc') if p.isdigit()]) <= 2
def f(x):
    if first(): os._exit(0)
    return x * x
"""


@pytest.mark.parametrize("way", ["isolated", "in_kernel"])
def test_a_second_try_changes_no_verdict(way: str, request: pytest.FixtureRequest):
    tested = request.getfixturevalue(way)
    test = "try:\n    r = f(3)\nexcept BaseException:\n    r = None\nassert r == 9"
    (run,) = tested(SECOND_TRY, test)
    assert run.ending is Ending.DIED


def test_a_test_that_takes_its_own_process_down_waits_for_a_person(isolated: RunTests):
    dies, after = isolated("def f(): return 1", "import os\nos._exit(1)", "assert f() == 1")
    assert (dies.ending, after.ending) == (Ending.NOT_JUDGED, Ending.OK)
    assert (error_of(dies) or ("",))[0] == "TestLost"


def test_a_test_without_end_waits_for_a_person(isolated: RunTests):
    late, after = isolated("def f(): return 1", "while True: pass", "assert f() == 1")
    assert (late.ending, after.ending) == (Ending.NOT_JUDGED, Ending.OK)


def test_definitions_are_there_after_a_loss(isolated: RunTests):
    tests = ["import os\nos._exit(1)"] * 3 + ["assert LIMIT == 3"]
    *_, last = isolated("", *tests, locked="LIMIT = 3")
    assert last.ending is Ending.OK


def test_cells_go_on_after_many_deaths(runner: NotebookRunner):
    cells = [Cell("import os\nkept = 1"), *[Cell("os._exit(1)")] * 4, Cell("kept")]
    endings = [run.ending for run in runner.run(cells)]
    assert endings == [Ending.OK, *[Ending.DIED] * 4, Ending.OK]


def test_a_function_of_the_test_is_dead_after_the_test(isolated: RunTests):
    student = "kept = []\ndef keep(f): kept.append(f)\ndef use(): return kept[0]()"
    first, second = isolated(student, "keep(lambda: 7)", "assert use() == 7")
    assert (first.ending, second.ending) == (Ending.OK, Ending.OK)


def test_a_function_of_the_test_cannot_be_called_by_a_cell(runner: NotebookRunner):
    cells = [
        Cell("kept = []\ndef keep(f): kept.append(f)"),
        Cell("keep(lambda: 7)", "t", isolated=True),
        Cell("kept[0]()"),
    ]
    run = runner.run(cells)[-1]
    assert error_of(run) == (
        "RuntimeError",
        "a function of a test can be called only while the test runs",
    )
