"""An isolated test and the student's code are two processes: plain data and functions go between."""

from __future__ import annotations

import pytest

from nbjudge.judge import TestContext
from nbjudge.sandbox import Ending

from .conftest import RunTests, error_of, shown

SQUARES = """
def squares(n):
    return [i * i for i in range(1, n + 1)]
"""


def test_a_students_function_is_called_with_the_tests_values(isolated: RunTests):
    (run,) = isolated(SQUARES, "assert squares(3) == [1, 4, 9]")
    assert run.ending is Ending.OK


def test_a_wrong_answer_fails_with_the_tests_message(isolated: RunTests):
    (run,) = isolated(SQUARES, "assert squares(3) == [1], 'not the squares'")
    assert (run.ending, error_of(run)) == (Ending.ERROR, ("AssertionError", "not the squares"))


def test_the_last_value_is_shown(isolated: RunTests):
    number, none, other = isolated("", "2.5", "x = 2.5", "[1]")
    assert [shown(run) for run in (number, none, other)] == ["2.5", "", "<list>"]


def test_what_a_test_prints_is_its_own_and_what_the_student_prints_is_not(isolated: RunTests):
    (run,) = isolated("def f(): print('12 of 12')", "f()\nprint('3 of 4')")
    texts = [(o["name"], o["text"]) for o in run.outputs]
    assert texts == [("stdout", "3 of 4\n"), ("stderr", "12 of 12\n")]


@pytest.mark.parametrize(
    "value",
    [
        "None", "True", "-7", "10**40", "0.1", "float('inf')", "1j", "'ä'", "b'x'", "[1, [2, 3]]",
        "(1,)", "{'a': (2,)}", "{1}", "frozenset({3})", "np.arange(6.0).reshape(2, 3)",
        "np.float32(2.5)", "np.array(['a', 'b'])",
    ],
)  # fmt: skip
def test_plain_data_goes_both_ways(isolated: RunTests, value: str):
    student = f"import numpy as np\nvalue = {value}\ndef same(x): return x, repr(type(x))"
    test = f"""
import numpy as np
mine = {value}
for there in (value, same(mine)[0]):
    assert type(there) is type(mine) and repr(there) == repr(mine), there
assert same(mine)[1] == repr(type(mine))
"""
    (run,) = isolated(student, test)
    assert (run.ending, error_of(run)) == (Ending.OK, None)


def test_a_subclass_arrives_as_its_base_whatever_it_says(isolated: RunTests):
    student = """
import numpy as np
class F(float):
    def __sub__(self, other): return 0.0
    __rsub__ = __eq__ = __sub__
    __hash__ = float.__hash__
class S(str):
    def __contains__(self, other): return True
class A(np.ndarray):
    def __eq__(self, other): return True
def number(): return F(2)
def text(): return S("no")
def array(): return np.zeros(2).view(A)
"""
    test = """
assert type(number()) is float and number() - 9 == -7
assert type(text()) is str and "Bob" not in text()
assert type(array()).__name__ == "ndarray" and list(array()) == [0, 0]
"""
    (run,) = isolated(student, test)
    assert (run.ending, error_of(run)) == (Ending.OK, None)


@pytest.mark.parametrize(
    "answer",
    ["object()", "iter([1])", "type('C', (), {})", "__import__('fractions').Fraction(1, 2)",
     "(x for x in 'ab')", "[1, {2: print and object()}]", "np.array([object()])"],
)  # fmt: skip
def test_what_is_no_plain_data_waits_for_a_person(isolated: RunTests, answer: str):
    student = f"import numpy as np\ndef f(): return {answer}"
    caught = "try:\n    f()\nexcept BaseException:\n    pass"
    for run in isolated(student, "assert f() is not None", caught):
        assert run.ending is Ending.NOT_JUDGED
        name, text = error_of(run) or ("", "")
        assert name == "NotPlainDataError"
        assert "the answer of f" in text
        assert "only plain data" in text


def test_what_the_test_gives_has_to_be_plain_too(isolated: RunTests):
    (run,) = isolated("def f(x): return 1", "f(object())")
    assert run.ending is Ending.NOT_JUDGED
    assert "argument 1 of f" in (error_of(run) or ("", ""))[1]


@pytest.mark.parametrize("thing", ["class thing: pass", "import json as thing"])
def test_a_class_or_a_module_of_the_students_does_not_cross(isolated: RunTests, thing: str):
    (run,) = isolated(thing, "thing")
    assert run.ending is Ending.NOT_JUDGED
    assert "'thing' is a" in (error_of(run) or ("", ""))[1]


def test_a_students_name_never_stands_for_an_exception(isolated: RunTests):
    student = "NotEnough = AssertionError\ndef withdraw(n): return None"
    test = """
try:
    withdraw(100)
    raise AssertionError('should have raised')
except NotEnough:
    pass
"""
    (run,) = isolated(student, test)
    assert run.ending is Ending.NOT_JUDGED


def test_functions_are_called_back_and_calls_nest(isolated: RunTests):
    student = """
def twice(f, x): return f(f(x))
def add_one(x): return x + 1
def outer(f): return f(add_one)
"""
    test = """
assert twice(lambda x: x * 3, 2) == 18
assert twice(add_one, 2) == 4
assert outer(lambda g: g(1) + twice(g, 5)) == 9
assert twice(lambda x: twice(add_one, x), 0) == 4
"""
    (run,) = isolated(student, test)
    assert (run.ending, error_of(run)) == (Ending.OK, None)


def test_a_changed_argument_is_changed_here_too(isolated: RunTests):
    student = """
def change(numbers, table, names, array, parts):
    numbers.append(4); numbers[0] = 9
    table['b'] = table.pop('a')
    names.discard('x')
    array[0] = 7
    parts[0][1] = 8
"""
    test = """
import numpy as np
numbers, table, names, array, inner = [1, 2], {'a': 1}, {'x', 'y'}, np.zeros(2), np.zeros(2)
change(numbers, table, names=names, array=array, parts=(inner,))
assert numbers == [9, 2, 4]
assert table == {'b': 1} and names == {'y'}
assert list(array) == [7, 0] and list(inner) == [0, 8]
"""
    (run,) = isolated(student, test)
    assert (run.ending, error_of(run)) == (Ending.OK, None)


def test_the_students_code_sees_what_the_tests_function_changed(isolated: RunTests):
    student = "def f(fill):\n    mine = [0]\n    fill(mine)\n    return mine"
    (run,) = isolated(student, "assert f(lambda them: them.append(1)) == [0, 1]")
    assert run.ending is Ending.OK


RAISES = """
class Empty(ValueError):
    pass
def check(n):
    if n == 0: raise ValueError('zero')
    if n == 1: raise KeyError('one')
    if n == 2: raise Empty('own')
    if n == 3: raise StopIteration
    if n == 4: raise SystemExit('out')
    if n == 5: open('missing')
"""


def test_an_exception_arrives_as_the_builtin_of_exactly_that_type(isolated: RunTests):
    test = """
def raised(n):
    try:
        check(n)
    except BaseException as error:
        return type(error).__name__, str(error)
assert raised(0) == ('ValueError', 'zero')
assert raised(1) == ('KeyError', "'one'")
assert raised(2) == ('StudentError', 'own'), raised(2)
assert raised(3)[0] == 'StudentError'
assert raised(4) == ('StudentError', 'out')
assert raised(5)[0] == 'FileNotFoundError'
"""
    (run,) = isolated(RAISES, test)
    assert (run.ending, error_of(run)) == (Ending.OK, None)


def test_an_exception_of_the_students_is_shown_by_its_own_name(isolated: RunTests):
    (run,) = isolated(RAISES, "check(2)")
    assert (run.ending, error_of(run)) == (Ending.ERROR, ("Empty", "own"))


def test_a_module_that_is_missing_fails_the_answer_and_not_the_test(isolated: RunTests):
    theirs, own = isolated("def f(): import no_such_module", "f()", "import no_such_module")
    assert (theirs.ending, own.ending) == (Ending.ERROR, Ending.NOT_JUDGED)


def test_no_loop_of_the_test_ends_because_the_student_says_so(isolated: RunTests):
    (run,) = isolated(RAISES, "for n in map(check, [3]):\n    pass")
    assert run.ending is Ending.ERROR


def test_the_students_code_sees_no_frame_of_the_test(isolated: RunTests):
    student = """
import traceback
def spy(f):
    try:
        f()
    except Exception as error:
        return "".join(traceback.format_exception(error)) + str(error.__notes__ if hasattr(error, '__notes__') else '')
"""
    test = "def secret_helper():\n    raise ValueError('seen')\nassert 'secret_helper' not in spy(secret_helper)[-300:], spy(secret_helper)"
    (run,) = isolated(student, test)
    assert run.ending is Ending.OK, error_of(run)


@pytest.mark.parametrize(
    "cheat",
    ["isinstance = lambda *a: True", "AssertionError = ValueError", "abs = lambda x: 0",
     "import builtins\nbuiltins.abs = lambda x: 0"],
)  # fmt: skip
def test_builtins_are_the_tests_own(isolated: RunTests, cheat: str):
    (run,) = isolated(cheat, "assert abs(-1) == 1 and not isinstance(1, str)")
    assert run.ending is Ending.OK


def test_a_builtin_that_the_lesson_asks_for_is_the_students(isolated: RunTests):
    context = TestContext(answers=("def sum(values):\n    ...",))
    (run,) = isolated("def sum(values): return 7", "assert sum([1]) == 7", context=context)
    assert run.ending is Ending.OK


def test_what_a_locked_cell_defines_is_the_tests_own(isolated: RunTests):
    locked = "import math\nLIMIT = math.floor(3.5)\ndef check(x):\n    assert x == LIMIT, x"
    student = "LIMIT = 5\ndef check(x): pass\ndef answer(): return 5"
    (run,) = isolated(student, "check(answer())", locked=locked)
    assert (run.ending, error_of(run)) == (Ending.ERROR, ("AssertionError", "5"))


def test_what_a_locked_cell_computes_with_a_students_function_is_asked_for(isolated: RunTests):
    (run,) = isolated("result = [1, 2]", "assert result == [1, 2]", locked="result = answer()")
    assert run.ending is Ending.OK


def test_what_a_test_defines_is_there_for_the_next_test_and_not_for_the_student(isolated: RunTests):
    student = "def see(): return 'secret' in globals()"
    first, second = isolated(student, "secret = 1", "assert secret == 1 and not see()")
    assert (first.ending, second.ending) == (Ending.OK, Ending.OK)


def test_tests_have_the_instructors_files_and_none_of_the_students(isolated: RunTests):
    context = TestContext(
        files={"source/a/data.txt": b"7", "grading/a/key.py": b"KEY = 7"}, place="source/a"
    )
    test = """
from pathlib import Path
import runpy
assert Path('data.txt').read_text() == '7' and not Path('mine.txt').exists()
assert runpy.run_path(str(Path.cwd().parents[1] / 'grading/a/key.py'))['KEY'] == 7
"""
    (run,) = isolated("open('mine.txt', 'w').write('x')", test, context=context)
    assert (run.ending, error_of(run)) == (Ending.OK, None)
