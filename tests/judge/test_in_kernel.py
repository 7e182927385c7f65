"""A test in the student's process is a cell of the same kernel, without the student's hooks."""

from __future__ import annotations

import pytest

from nbjudge.judge import Cell, NotebookRunner
from nbjudge.sandbox import Ending

from .conftest import RunTests, error_of, shown


def test_a_test_has_the_objects_themselves(in_kernel: RunTests):
    student = "class Basket(list): pass\nbasket = Basket()\ndef get(): return basket"
    (run,) = in_kernel(
        student, "get().append(1)\nassert get() is basket and type(basket) is Basket"
    )
    assert run.ending is Ending.OK


def test_a_later_cell_uses_what_a_test_defines(runner: NotebookRunner):
    cells = [Cell("import math\nhelper = math.sqrt", "t"), Cell("helper(4)")]
    assert shown(runner.run(cells)[1]) == "2.0"


def test_what_a_test_writes_to_stderr_fails_it(in_kernel: RunTests):
    own, library, child = in_kernel(
        "",
        "import sys\nprint('oh', file=sys.stderr)",
        "import warnings\nwarnings.warn('old')",
        "import os\n_ = os.system('echo oh >&2')",
    )
    assert {own.ending, library.ending, child.ending} == {Ending.ERROR}


def test_a_warning_of_the_students_code_fails_nothing(in_kernel: RunTests):
    student = """
import sys, warnings
import numpy as np
def warn(): warnings.warn('look out')
def write(): print('debug', file=sys.stderr)
def overflow(): return np.exp(np.array([1000.0]))
"""
    runs = in_kernel(student, "warn()", "write()", "_ = overflow()")
    assert [run.ending for run in runs] == [Ending.OK] * 3
    assert all(run.outputs for run in runs)


HOOKS = [
    "get_ipython().input_transformers_post.append(lambda lines: ['pass\\n'])",
    "get_ipython().input_transformers_cleanup.append(lambda lines: ['pass\\n'])",
    """
import ast
class NoAssert(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.copy_location(ast.Pass(), node)
get_ipython().ast_transformers.append(NoAssert())
""",
    "get_ipython().events.register('pre_run_cell', lambda info: globals().update(wrong=right))",
    "get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)",
]


@pytest.mark.parametrize("hook", HOOKS)
def test_a_students_hook_is_off_while_a_test_runs(runner: NotebookRunner, hook: str):
    cells = [
        Cell(f"wrong, right = 1, 2\n{hook}"),
        Cell("assert wrong == right, 'wrong'", "t"),
    ]
    _, run = runner.run(cells)
    assert (run.ending, error_of(run)) == (Ending.ERROR, ("AssertionError", "wrong"))


def test_a_students_hook_is_back_after_the_test(runner: NotebookRunner):
    hook = (
        "seen = []\n_ = get_ipython().events.register('pre_run_cell', lambda info: seen.append(1))"
    )
    cells = [Cell(hook), Cell("assert True", "t"), Cell("len(seen)")]
    assert shown(runner.run(cells)[-1]) == "1"


def test_the_source_of_a_test_is_gone_after_it(runner: NotebookRunner):
    looks = """
import linecache
def holds(value): return "very" + "_secret_line" in str(value)
[name for name, value in [*linecache.cache.items(), *globals().items()] if holds(value)]
"""
    cells = [Cell("x = 1"), Cell("assert x == 1  # very_secret_line", "t"), Cell(looks)]
    assert shown(runner.run(cells)[-1]) == "[]"


def test_execution_counts_go_on(runner: NotebookRunner):
    cells = [Cell("x = 1"), Cell("assert x == 1", "t"), Cell("x")]
    assert [run.execution_count for run in runner.run(cells)] == [1, 2, 3]


def test_a_test_that_dies_costs_itself(in_kernel: RunTests):
    dies, after = in_kernel("import os\nx = 1", "os._exit(1)", "assert x == 1")
    assert (dies.ending, after.ending) == (Ending.DIED, Ending.OK)
