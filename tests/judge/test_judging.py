"""Test cells meet the student's names, and only those."""

from __future__ import annotations

from typing import Any

import pytest

from nbjudge.sandbox import Ending

SQUARES = """
def squares(n):
    return [i * i for i in range(1, n + 1)]

def sum_of_squares(n):
    return sum(squares(n))
"""


def passes(run: Any) -> bool:
    assert run.error is None, run.error
    return run.ending is Ending.OK


def test_a_students_function_is_called_with_the_tests_values(judged: Any):
    assert passes(judged(SQUARES).test("assert squares(3) == [1, 4, 9]"))


def test_a_wrong_answer_fails_with_the_tests_message(judged: Any):
    run = judged(SQUARES).test("assert squares(3) == [1], 'not the squares'")
    assert run.ending is Ending.ERROR
    assert str(run.error) == "not the squares"


def test_the_last_expression_is_the_score(judged: Any):
    assert judged("").test("score = 2.5\nscore").value == 2.5
    assert judged("").test("score = 2.5").value is None


def test_arrays_come_by_value(judged: Any):
    run = judged("import numpy\na = numpy.arange(3.0)").test(
        "assert_allclose(a, [0, 1, 2])\na.sum()"
    )
    assert run.value == 3


@pytest.mark.parametrize(
    "cheat",
    [
        "assert_allclose = lambda *a, **k: None",
        "import numpy\nnumpy.testing.assert_allclose = lambda *a, **k: None",
        "class np: pass",
        "isinstance = lambda *a: True",
        "AssertionError = ValueError",
        "abs = lambda x: 0",
    ],
)
def test_what_the_student_replaces_is_replaced_for_the_student_only(judged: Any, cheat: str):
    hidden = "assert abs(-1) == 1 and not isinstance(1, str)\nassert_allclose(value(), np.ones(2))"
    import numpy

    kept = numpy.testing.assert_allclose
    try:
        run = judged(f"{cheat}\ndef value(): return [0.0, 0.0]").test(hidden)
    finally:
        numpy.testing.assert_allclose = kept
    # With the student in this very process, a patched module is shared; in a sandbox it is not.
    shared = "numpy.testing" in cheat
    assert (run.ending is Ending.ERROR) or shared
    assert shared or isinstance(run.error, AssertionError)


def test_a_name_that_the_lesson_asks_for_is_the_students_even_if_builtin(judged: Any):
    student = "def sum(values): return 42"
    assert judged(student).test("sum([1, 2])").value == 3
    assert judged(student, asked=("sum",)).test("sum([1, 2])").value == 42


def test_a_missing_name_is_a_name_error(judged: Any):
    run = judged("").test("squares(3)")
    assert isinstance(run.error, NameError)


def test_an_exception_of_the_student_has_its_builtin_type_and_traceback(judged: Any):
    student = "def f(x):\n    if x < 0:\n        raise ValueError('negative')\n    return x"
    test = "try:\n    f(-1)\nexcept ValueError as error:\n    said = str(error)\nassert said == 'negative'"
    assert passes(judged(student).test(test))
    run = judged(student).test("f(-1)")
    assert "raise ValueError('negative')" in "".join(run.error.__notes__) or "in f" in "".join(
        run.error.__notes__
    )


def test_an_own_exception_class_arrives_as_its_builtin_base(judged: Any):
    student = "class Odd(KeyError): pass\ndef f(): raise Odd('x')"
    assert isinstance(judged(student).test("f()").error, KeyError)


def test_a_students_test_is_called_with_the_judges_implementations(judged: Any):
    student = "def test_mine(f):\n    assert f(2) == 4, 'not doubled'"
    test = "test_mine(lambda x: 2 * x)\ncaught = False\ntry:\n    test_mine(lambda x: x)\nexcept AssertionError:\n    caught = True\ncaught"
    assert judged(student).test(test).value is True


def test_deleting_a_name_is_mirrored_and_can_be_taken_back(judged: Any):
    there = judged(SQUARES)
    test = """
original = squares
del squares
try:
    sum_of_squares(1)
except NameError:
    pass
else:
    raise AssertionError("sum_of_squares does not use squares")
finally:
    squares = original
assert sum_of_squares(2) == 5
"""
    assert passes(there.test(test))
    assert passes(there.test("assert squares(2) == [1, 4]"))


def test_a_mock_in_place_of_a_students_function_is_called(judged: Any):
    test = """
from unittest.mock import Mock
original, squares = squares, Mock(return_value=[10])
mocked = squares
total = sum_of_squares(3)
squares = original
assert total == 10 and mocked.call_args.args == (3,)
"""
    assert passes(judged(SQUARES).test(test))


def test_what_a_test_computes_does_not_reach_the_student(judged: Any):
    there = judged("expected = None\ndef peek(): return expected")
    assert passes(there.test("expected = 42\nassert peek() is None"))


def test_an_object_of_a_students_class_is_a_handle(judged: Any):
    student = """
class Stack:
    def __init__(self): self.items = []
    def push(self, x): self.items.append(x); return self
    def __len__(self): return len(self.items)
    def __add__(self, other): return len(self) + other
    def __getitem__(self, i): return self.items[i]
    def __iter__(self): return iter(self.items)
    def __eq__(self, other): return True
"""
    test = """
s = Stack()
s.push(1).push(2)
assert len(s) == 2 and s[1] == 2 and list(s) == [1, 2] and s + 1 == 3 and s.items == [1, 2]
"""
    assert passes(judged(student).test(test))


def test_what_a_function_changes_in_its_arguments_is_changed_in_the_test(judged: Any):
    student = """
def double(values):
    for i in range(len(values)): values[i] *= 2
def fill(table, *, seen): table["a"] = 1; seen.add("a")
def rebind(values): values = []
"""
    test = """
listed, array, table, seen = [1, 2], np.array([1.0, 2.0]), {}, set()
double(listed); double(array); fill(table, seen=seen); rebind(listed)
assert listed == [2, 4] and array.tolist() == [2, 4] and table == {"a": 1} and seen == {"a"}
"""
    assert passes(judged(student).test(test))


@pytest.mark.parametrize(
    "answer",
    [
        "class E:\n    def __eq__(self, other): return True\ndef square(x): return E()",
        "class E(int):\n    def __eq__(self, other): return True\ndef square(x): return E(4)",
        "class E(list):\n    def __eq__(self, other): return True\ndef square(x): return E()",
        "def square(x):\n    class E:\n        __eq__ = lambda s, o: True\n    return E",
    ],
)
def test_an_object_that_equals_everything_equals_no_answer(judged: Any, answer: str):
    assert judged(answer).test("assert square(3) == 9").ending is Ending.ERROR
    assert judged(answer).test("assert not square(3) != 9").ending is Ending.ERROR


def test_a_subclass_of_a_plain_type_is_compared_as_its_value(judged: Any):
    student = "from collections import Counter, OrderedDict\nimport enum\n"
    student += "class Colour(enum.IntEnum):\n    RED = 1\n"
    student += "def count(x): return Counter(x)\ndef red(): return Colour.RED"
    assert passes(judged(student).test("assert count('aab') == {'a': 2, 'b': 1} and red() == 1"))


def test_an_object_that_lies_about_its_memory_is_not_believed(judged: Any):
    student = """
class Lie:
    __array_interface__ = {"data": (4096, False), "shape": (9,), "typestr": "<f8", "version": 3}
def f(): return Lie()
"""
    run = judged(student).test("f().__array_interface__")
    assert isinstance(run.error, AttributeError)


def test_an_object_of_the_students_becomes_the_array_that_numpy_makes_of_it(judged: Any):
    student = "import numpy\nclass M:\n    def __array__(self, dtype=None, copy=None): return numpy.ones(2)\n"
    student += (
        "def f(): return M()\ndef g(): return numpy.ma.masked_array([1.0, 2.0], [False, False])"
    )
    test = "assert np.asarray(f(), dtype=float).tolist() == [1, 1]\nassert np.asarray(g()).tolist() == [1, 2]"
    assert passes(judged(student).test(test))


def test_a_last_expression_of_the_students_is_no_score(judged: Any):
    student = "class S:\n    def __repr__(self): return '4'\ns = S()"
    assert judged(student).test("s").value == "<StudentObject>"


def test_names_of_one_test_are_there_in_the_next(judged: Any):
    there = judged("")
    there.test("def helper(): return 7")
    assert there.test("helper()").value == 7


def test_what_a_test_prints_is_kept_and_decides_nothing(judged: Any):
    run = judged("").test("print('4')")
    assert (run.printed, run.value, run.ending) == ("4\n", None, Ending.OK)


def test_outputs_are_those_of_nbformat(judged: Any):
    kinds = [o["output_type"] for o in judged("").test("print(1)\n2").outputs()]
    assert kinds == ["stream", "execute_result"]
    (error,) = judged("").test("1 / 0").outputs()
    assert (error["ename"], error["evalue"]) == ("ZeroDivisionError", "division by zero")


OWN_ERRORS = """
class BankError(ValueError): pass
class Overdrawn(BankError): pass
class Account:
    def withdraw(self, amount): raise Overdrawn(f"short of {amount}")
"""


@pytest.mark.parametrize(
    "caught", ["Overdrawn", "BankError", "ValueError", "(KeyError, BankError)"]
)
def test_a_test_can_catch_an_exception_class_of_the_students(judged: Any, caught: str):
    test = f"said = ''\ntry:\n    Account().withdraw(5)\nexcept {caught} as error:\n    said = str(error)\nassert said == 'short of 5'"
    assert passes(judged(OWN_ERRORS).test(test))


def test_another_exception_class_of_the_students_is_not_caught(judged: Any):
    test = "try:\n    Account().withdraw(5)\nexcept Other:\n    pass"
    run = judged(OWN_ERRORS + "class Other(ValueError): pass").test(test)
    assert (run.ending, type(run.error).__name__) == (Ending.ERROR, "Overdrawn")


def test_an_exception_class_of_the_students_is_a_subclass_of_pythons(judged: Any):
    assert passes(judged(OWN_ERRORS).test("assert issubclass(Overdrawn, ValueError)"))


def test_a_students_object_is_an_instance_of_a_students_class(judged: Any):
    student = "class Shape: pass\nclass Square(Shape): pass\nmake = Square\nname = 'square'"
    test = "assert isinstance(make(), Shape) and isinstance(make(), Square)\nassert not isinstance(name, Shape)\nassert issubclass(Square, Shape) and not issubclass(Shape, Square)"
    assert passes(judged(student).test(test))
