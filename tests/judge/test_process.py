"""Whole notebooks in the judge's own process, with a real sandbox."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nbjudge.judge import Cell, Judge, Lesson
from nbjudge.sandbox import CellRun, Confinement, Ending, Limits


def _endings(runs: list[CellRun]) -> list[Ending]:
    return [run.ending for run in runs]


QUICK = Limits(seconds=2, total_seconds=20)
ROLL = "import random, numpy as np\ndef roll(): return random.random(), np.random.rand()"


def test_a_seed_in_the_test_is_a_seed_for_the_student(sit: Any):
    runs = sit(
        ROLL,
        "random.seed(3); np.random.seed(3)\n"
        "wanted = random.Random(3).random(), np.random.RandomState(3).rand()\n"
        "assert roll() == wanted",
    )
    assert _endings(runs) == [Ending.OK, Ending.OK]


def test_what_the_student_draws_after_a_seed_stays_drawn(sit: Any):
    runs = sit(ROLL, "np.random.seed(3)\nassert roll() != roll()")
    assert _endings(runs) == [Ending.OK, Ending.OK]


def test_the_student_cannot_choose_the_numbers_that_a_test_draws(sit: Any):
    rigged = "import numpy as np\ndef f(): np.random.seed(0)"
    runs = sit(rigged, "np.random.seed(7); f()\nassert np.random.rand() != 0.5488135039273248")
    assert _endings(runs) == [Ending.OK, Ending.OK]


def test_a_file_that_the_student_wrote_is_there_for_the_test(sit: Any):
    runs = sit(
        "open('squares.csv', 'w').write('1,4,9')", "assert open('squares.csv').read() == '1,4,9'"
    )
    assert _endings(runs) == [Ending.OK, Ending.OK]
    assert (sit.folder / "squares.csv").read_text() == "1,4,9"


def test_a_file_that_a_call_writes_is_there_for_the_test(sit: Any):
    runs = sit(
        "def save(name): open(name, 'w').write('saved')",
        "save('out.txt')\nassert open('out.txt').read() == 'saved'",
    )
    assert _endings(runs) == [Ending.OK, Ending.OK]


def test_a_file_that_the_test_writes_is_there_for_the_student(sit: Any):
    runs = sit(
        "def load(name): return open(name).read()",
        "with open('in.txt', 'w') as file: _ = file.write('given')\nassert load('in.txt') == 'given'",
    )
    assert _endings(runs) == [Ending.OK, Ending.OK]


def test_what_was_handed_in_is_not_written_over(sit: Any):
    (sit.folder / "data.csv").write_text("as handed in")
    sit("open('data.csv', 'w').write('new'); open('numpy.py', 'w').write('1/0')", "pass")
    assert (sit.folder / "data.csv").read_text() == "as handed in"
    assert not (sit.folder / "numpy.py").exists()


@pytest.mark.slow
def test_a_test_that_loops_is_stopped_and_the_next_one_runs(sit: Any):
    runs = sit("x = 1", "while True: pass", "assert x == 1")
    assert _endings(runs) == [Ending.OK, Ending.TIME_LIMIT, Ending.OK]
    assert runs[1].outputs[-1]["evalue"] == "The test itself did not end within 2 s."


@pytest.mark.slow
def test_a_loop_in_c_code_costs_its_own_test(sit: Any):
    runs = sit("n = 10**8", "9 ** (9 ** 9)", "assert n == 10**8")
    assert _endings(runs) == [Ending.OK, Ending.TIME_LIMIT, Ending.OK]


def test_a_value_that_makes_the_test_take_all_memory_fails_it(sit: Any):
    runs = sit("n = 10**10", "np.ones(n)", "assert n == 10**10")
    assert _endings(runs) == [Ending.OK, Ending.ERROR, Ending.OK]
    assert "Memory" in runs[1].outputs[-1]["ename"]


def test_a_crash_of_the_judge_costs_its_own_test(sit: Any):
    crash = "import ctypes; ctypes.string_at(0)"
    runs = sit("x = 1", crash, "assert x == 1")
    assert _endings(runs) == [Ending.OK, Ending.DIED, Ending.OK]


def test_tests_that_crash_again_and_again_do_not_go_on_for_ever(sit: Any):
    crash = "import os; os._exit(3)"
    runs = sit("x = 1", *[crash] * 9)
    assert _endings(runs)[-1] is Ending.NOT_RUN
    assert len(runs) == 10


def test_what_a_test_does_to_a_library_is_gone_for_the_next_submission(sit: Any):
    sit("x = 1", "np.square = None")
    assert _endings(sit("x = 1", "assert np.square(2) == 4")) == [Ending.OK, Ending.OK]


def test_a_test_may_run_in_the_students_process(sit: Any):
    runs = sit(
        "x = object()", "assert type(x).__name__ == 'object' and 'x' in globals()", inside=True
    )
    assert _endings(runs) == [Ending.OK, Ending.OK]


def test_a_function_that_a_test_put_back_can_be_defined_anew(sit: Any):
    replaced = "kept, f = f, (lambda: 2)\nassert f() == 2\nf = kept"
    runs = sit("def f(): return 1", replaced, Cell("def f(): return 3"), "assert f() == 3")
    assert _endings(runs) == [Ending.OK] * 4


def test_the_test_knows_that_it_is_graded(sit: Any):
    asked = "import os; assert os.environ['NBGRADER_EXECUTION'] == 'autograde'"
    assert _endings(sit(asked, asked)) == [Ending.OK, Ending.OK]


def test_another_judge_takes_over_when_one_was_killed(sit: Any):
    sit("x = 1", "pass")
    program = sit.judge.program
    assert program is not None
    program.kill()
    program.wait()
    assert _endings(sit("x = 1", "pass")) == [Ending.OK, Ending.OK]


def test_no_password_of_the_gradebook_comes_near_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("GRADEBOOK_URL", "PGPASSWORD"):
        monkeypatch.setenv(name, "postgresql://grader:secret@host/gradebook")
    test = "import os\nassert 'secret' not in str(os.environ)"
    with Judge(QUICK, (), Confinement.BUBBLEWRAP) as judge:
        runs = judge.judge([Cell("x = 1"), Cell(test, "t")], Lesson((), ()), tmp_path, {})
    assert _endings(runs) == [Ending.OK, Ending.OK]
