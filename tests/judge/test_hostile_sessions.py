"""What a student's process does while it is judged gains nothing, and harms no neighbour."""

from __future__ import annotations

import time
from typing import Any

import pytest

from nbjudge.judge import Cell, Lesson
from nbjudge.sandbox import CellRun, Ending

WRITES = """
import gc
for found in gc.get_objects():
    if type(found).__name__ == "WorkFolder":
        found.changed = lambda most: {files}
"""
"""Answers in the sandbox's stead when the judge asks for files."""


def _endings(runs: list[CellRun]) -> list[Ending]:
    return [run.ending for run in runs]


# Files


@pytest.mark.parametrize(
    "name", ["./data.csv", "data.csv/.", ".//data.csv", "sub/./old.txt", "sub//old.txt"]
)
def test_another_way_to_write_a_name_does_not_reach_what_was_handed_in(sit: Any, name: str):
    (sit.folder / "data.csv").write_text("handed in")
    (sit.folder / "sub").mkdir()
    (sit.folder / "sub/old.txt").write_text("handed in")
    sit(WRITES.format(files={name: b"forged"}), "pass")
    assert (sit.folder / "data.csv").read_text() == "handed in"
    assert (sit.folder / "sub/old.txt").read_text() == "handed in"


IMPORTABLE = """
helper.py helper.py/. helper.pyc helper.so helper.abi3.so helper/__init__.pyc deep/helper.PY
__pycache__/helper.cpython-311.pyc helper.cpython-311-x86_64-linux-gnu.so helper.pth
helper.ipynb sub/other.ipynb matplotlibrc sub/matplotlibrc timestamp.txt
""".split()


@pytest.mark.parametrize("name", IMPORTABLE)
def test_no_file_comes_back_that_a_program_would_take_for_its_own(sit: Any, name: str):
    sit(WRITES.format(files={name: b"1 / 0", "result.csv": b"1,2"}), "pass")
    assert [path.name for path in sit.folder.rglob("*") if path.is_file()] == ["result.csv"]


def test_a_flood_of_empty_files_does_not_come_back(sit: Any):
    sit(WRITES.format(files="{str(n): b'' for n in range(100_000)}"), "pass")
    assert sum(1 for _ in sit.folder.iterdir()) <= 1000


@pytest.mark.parametrize("name", ["a" * 5000, "/".join("a" * 200 for _ in range(30)), "data.csv/x"])
def test_a_file_that_cannot_be_written_keeps_no_other_from_it(sit: Any, name: str):
    (sit.folder / "data.csv").write_text("handed in")
    files = {name: b"x", "result.csv": b"1,2"}
    runs = sit(WRITES.format(files=files) + "def f(): return 1", "open\nassert f() == 1")
    assert _endings(runs) == [Ending.OK, Ending.OK]
    assert (sit.folder / "result.csv").exists()


def test_files_of_a_try_that_was_lost_are_replaced_by_those_of_the_next(sit: Any):
    rolls = "import os\ndraw = os.urandom(8).hex()\nopen('draw.txt', 'w').write(draw)"
    runs = sit(rolls, Cell("os._exit(1)"), "assert open('draw.txt').read() == draw")
    assert _endings(runs) == [Ending.OK, Ending.DIED, Ending.OK]


def test_settings_of_a_library_are_not_read_from_the_submission(sit: Any):
    (sit.folder / "matplotlibrc").write_text("lines.linewidth: 77\n")
    test = "import matplotlib\nassert matplotlib.rcParams['lines.linewidth'] != 77"
    assert _endings(sit("x = 1", test)) == [Ending.OK, Ending.OK]


# Losses


GUESSES = """
import os
def guess():
    global guessed
    guessed = os.urandom(8).hex()
    return guessed
"""


@pytest.mark.parametrize("crashes", [1, 2, 5])
def test_what_was_judged_before_a_crash_stands(sit: Any, crashes: int):
    """Or a student could guess, and crash after a wrong guess, until one is right."""
    crash, show = Cell("os._exit(1)"), Cell("print(guessed)")
    runs = sit(GUESSES, "raise AssertionError(guess())", *[crash] * crashes, show)
    judged, last = runs[1].outputs[-1]["evalue"], runs[-1].outputs[-1]["text"].strip()
    assert len(judged) == len(last) == 16
    assert judged != last  # the cells ran again, the verdict is the first one


@pytest.mark.parametrize(
    "expecting",
    ["except Exception:", "except BaseException:", "except:", "except (ValueError, Exception):"],
)
@pytest.mark.parametrize("loss", ["os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_a_process_that_ends_is_not_the_error_that_a_test_expects(
    sit: Any, expecting: str, loss: str
):
    test = f"try:\n    withdraw(-1)\n{expecting}\n    pass\nelse:\n    raise AssertionError('no error')"
    runs = sit(f"import os\ndef withdraw(x): {loss}", test, "assert True")
    assert _endings(runs) == [Ending.OK, Ending.DIED, Ending.OK]


def test_a_process_that_ends_raises_nothing_that_unittest_waits_for(sit: Any):
    test = "import unittest\nwith unittest.TestCase().assertRaises(Exception):\n    withdraw(-1)"
    runs = sit("import os\ndef withdraw(x): os._exit(0)", test)
    assert _endings(runs) == [Ending.OK, Ending.DIED]


@pytest.mark.slow
def test_a_loop_without_end_is_not_the_error_that_a_test_expects(sit: Any):
    loop = "def f():\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass"
    runs = sit(loop, "try:\n    f()\nexcept Exception:\n    pass")
    assert _endings(runs) == [Ending.OK, Ending.TIME_LIMIT]


def test_partial_credit_is_not_given_for_what_a_lost_process_left_out(sit: Any):
    test = "points = 2\ntry:\n    if f() != 1: points -= 1\nexcept Exception: pass\npoints"
    runs = sit("import os\ndef f(): os._exit(0)", test)
    assert runs[1].ending is Ending.DIED
    assert [output["output_type"] for output in runs[1].outputs] == ["error"]


@pytest.mark.slow
def test_time_is_counted_once_for_each_try(sit: Any):
    busy = "import time\ntime.sleep(1.9)"
    runs = sit(busy, *[Cell(busy)] * 2, *[Cell("import os; os._exit(1)")] * 2, "assert True")
    assert _endings(runs)[-1] is Ending.OK


# Answers


VACUOUS = {
    "all of a map": "assert all(map(f, [1, 2, 3]))",
    "a loop over a map": "for each in map(f, [1, 2, 3]):\n    assert each",
    "next with a default": "assert next(map(f, [1]), 4) != 4",
}


@pytest.mark.parametrize("test", VACUOUS.values(), ids=VACUOUS)
def test_a_call_does_not_end_the_tests_own_iteration(sit: Any, test: str):
    runs = sit("def f(x): raise StopIteration", test)
    assert _endings(runs) == [Ending.OK, Ending.ERROR]


def test_an_iterator_of_the_students_ends_as_ever(sit: Any):
    student = "def g():\n    yield 1\nclass Once:\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration"
    test = "assert list(g()) == [1] and list(Once()) == [] and next(iter(Once()), 3) == 3"
    assert _endings(sit(student, test)) == [Ending.OK, Ending.OK]


CLAIMS = """
hasattr(Empty(),'__len__') hasattr(Empty,'__iter__') hasattr(Empty(),'__add__')
hasattr(Empty,'__contains__') hasattr(Empty(),'__next__') hasattr(Empty(),'__getitem__')
hasattr(Empty(),'__call__') hasattr(Empty(),'__enter__') isinstance(Empty(),Iterable)
isinstance(Empty(),Sized) isinstance(Empty(),Container) isinstance(Empty(),Iterator)
callable(Empty()) isinstance(Empty(),Callable) isinstance(Empty(),Collection)
""".split()


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_class_has_no_method_that_the_student_did_not_write(sit: Any, claim: str):
    names = "from collections.abc import *\n"
    runs = sit("class Empty: pass", f"{names}assert {claim}")
    assert _endings(runs) == [Ending.OK, Ending.ERROR]


LIES = {
    "metaclass": "class M(type):\n    def __instancecheck__(c, x): return True\n    def __subclasscheck__(c, x): return True\n    def mro(c): return [c, object]\nclass Shape(metaclass=M): pass\nclass Square: pass",
    "class attribute": "class Shape: pass\nclass Square:\n    @property\n    def __class__(self): return Shape",
}


@pytest.mark.parametrize("student", LIES.values(), ids=LIES)
def test_lies_of_a_class_are_not_believed(sit: Any, student: str):
    runs = sit(student, "assert isinstance(Square(), Shape)")
    assert _endings(runs) == [Ending.OK, Ending.ERROR]


NAMED = "AssertionError SystemExit KeyboardInterrupt StudentProcessLost TestTooSlowError".split()


@pytest.mark.parametrize("name", [*NAMED, "GeneratorExit", "StopIteration", "MemoryError", "Lost"])
@pytest.mark.parametrize("base", ["Exception", "BaseException", "SystemExit", "KeyboardInterrupt"])
def test_an_exception_of_any_name_only_fails_the_test(sit: Any, name: str, base: str):
    student = f"class {name}({base}): ending = 'ok'\ndef f(): raise {name}('x')"
    runs = sit(student, "f()", f"{name}\nf()", "assert True")
    assert _endings(runs) == [Ending.OK, Ending.ERROR, Ending.ERROR, Ending.OK]


def test_no_exception_of_a_students_steers_unittest(sit: Any):
    test = "import unittest\nclass Test(unittest.TestCase):\n    def test(self): self.assertEqual(f(), 4)\ntests = unittest.defaultTestLoader.loadTestsFromTestCase(Test)\nfound = unittest.TextTestRunner().run(tests)\nassert found.wasSuccessful() and not found.skipped"
    runs = sit("import unittest\ndef f(): raise unittest.SkipTest('x')", test)
    assert _endings(runs) == [Ending.OK, Ending.ERROR]


def test_a_with_block_of_the_students_hides_no_failure(sit: Any):
    student = "class Timer:\n    def __enter__(self): return self\n    def __exit__(self, *error): return True"
    runs = sit(student, "with Timer():\n    assert 1 == 2")
    assert _endings(runs) == [Ending.OK, Ending.ERROR]


LIBRARIES = {
    "a module": "assert np.allclose(answer(), 3)",
    "a module of a module": "assert npt.assert_allclose(answer(), 3) is None",
    "a function": "assert_allclose(answer(), 3)",
    "a module of Python's": "assert math.isclose(answer(), 3)",
}
EVERYTHING = """
import numpy as np, numpy.testing as npt
class Everything:
    def __getattr__(self, name): return lambda *a, **k: {given}
    def __call__(self, *a, **k): return True
{names}
def answer(): return 7
"""


@pytest.mark.parametrize("test", LIBRARIES.values(), ids=LIBRARIES)
def test_a_library_is_the_librarys_own_even_if_only_the_student_imports_it(sit: Any, test: str):
    for given, names in [
        ("True", "np = math = assert_allclose = Everything()"),
        (
            "None",
            "npt = Everything()\nimport math\nmath.isclose = np.allclose = lambda *a: True\nassert_allclose = npt.assert_allclose",
        ),
    ]:
        runs = sit(EVERYTHING.format(given=given, names=names), test, imports="")
        assert _endings(runs) == [Ending.OK, Ending.ERROR]


def test_an_object_that_bears_a_modules_name_is_the_students(sit: Any):
    student = "class Q:\n    def push(self, x): return x\nqueue = Q()\ndef math(x): return x"
    runs = sit(student, "assert queue.push(3) == 3 and math(4) == 4", imports="")
    assert _endings(runs) == [Ending.OK, Ending.OK]


POSING = """
class Account:
    def __init__(self, name): self.name = name
Account.__module__, Account.__qualname__ = {module!r}, {name!r}
"""


@pytest.mark.parametrize(
    ("module", "name"),
    [("numpy", "memmap"), ("builtins", "type"), ("builtins", "AssertionError"), ("os", "DirEntry")],
)
def test_a_class_that_poses_as_a_librarys_is_not_taken_for_it(sit: Any, module: str, name: str):
    made = "account = Account('made.bin')\nassert account.name == 'made.bin'"
    runs = sit(POSING.format(module=module, name=name), made)
    assert not (sit.folder / "made.bin").exists()
    assert runs[1].ending is (Ending.ERROR if name == "AssertionError" else Ending.OK)


def test_a_path_of_the_students_is_not_one_here(sit: Any):
    victim = sit.folder.parent / "victim.txt"
    victim.write_text("kept")
    student = f"from pathlib import Path\ndef report(): return Path({str(victim)!r})"
    runs = sit(student, "report().write_text('lost')", "report().unlink()")
    assert victim.read_text() == "kept"
    assert _endings(runs)[1:] == [Ending.ERROR, Ending.ERROR]


# Time, and the neighbours


def test_nothing_of_one_submission_is_there_for_the_next(sit: Any):
    leave = "import sys, builtins, random\nsys.left = builtins.left = 1\nsys.path.insert(0, '.')\nnp.left = 1"
    sit("x = 1", leave)
    look = "import sys, builtins\nassert not hasattr(sys, 'left') and not hasattr(builtins, 'left')\nassert '.' not in sys.path and not hasattr(np, 'left')"
    assert _endings(sit("x = 1", look)) == [Ending.OK, Ending.OK]


def test_a_script_that_stands_beside_a_submission_is_not_run_before_the_next(sit: Any):
    mark = sit.folder.parent / f"mark-{sit.folder.name}"
    (sit.folder / "own.py").write_text(f"open({str(mark)!r}, 'a').write('x')")
    run = "import runpy\nfrom pathlib import Path\nrunpy.run_path(str(Path.cwd() / 'own.py'))"
    lesson = Lesson((), (), ("own.py",))
    for test in (run, "pass"):
        sit.judge.judge([Cell("x = 1"), Cell(test, "t")], lesson, sit.folder, {})
    assert mark.read_text() == "x"


@pytest.mark.slow
def test_a_function_and_a_test_that_call_each_other_end(sit: Any):
    student = "def f(g): return g(g)"
    runs = sit(student, "def again(g): return f(again)\nf(again)", "assert True")
    assert _endings(runs)[1:] == [Ending.ERROR, Ending.OK]


@pytest.mark.slow
def test_objects_without_number_are_bounded_in_time(sit: Any):
    student = "def f(): return [object() for _ in range(10**6)]"
    started = time.monotonic()
    runs = sit(student, "f()", "assert True")
    assert runs[1].ending is not Ending.OK
    assert runs[2].ending is Ending.OK
    assert time.monotonic() - started < 30
