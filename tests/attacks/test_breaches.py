"""Holes that were found once: an isolated lesson stays shut to each, and to its siblings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from tests import needs
from tests.conftest import Run

pytestmark = pytest.mark.slow

CONFIG = """\
from nbjudge import configure
c = get_config()
c.CourseDirectory.course_id = "breaches"
c.Execute.timeout = 3
c.JudgeCells.isolated = ["holes"]
configure(c)
"""
LOCKED = "def check_nine(value):\n    assert value == 9, 'not nine'"
TESTS = {
    "array": "import numpy as np\nassert list(np.asarray(f(), dtype=float)) == [1, 2, 3]",
    "difference": "assert abs(square(3) - 9) < 1e-6",
    "isclose": "import numpy as np\nassert np.isclose(square(3), 9)",
    "contains": "assert 'Bob' in greet('Bob')",
    "length": "assert len(greet('Bob')) == 7",
    "truth": "assert square(3) == 9 and not square(3) != 9",
    "raises": "try:\n    withdraw(100)\n    raise AssertionError('should have raised')\nexcept NotEnough:\n    pass",
    "loop": "found = 0\nfor value in map(square, [3]):\n    found += 1\n    assert value == 9\nassert found == 1",
    "checker": "check_nine(square(3))",
    "second-try": "try:\n    got = square(3)\nexcept BaseException:\n    got = None\nassert got == 9",
    "pickle": "import pickle\nassert pickle.load(open('model.pkl', 'rb')) == 9",
    "saved-array": "import numpy as np\nassert np.load('model.npy', allow_pickle=True) == 9",
    "doctest": "import doctest\nassert doctest.testmod(f).failed == 0 and square(3) == 9",
    "evaluates": "assert eval(greet('Bob')) == 9",
    "own-file": "import os\nname = save([1, 2])\nassert open(name).read() == '[1, 2]'\nos.remove(name)",
    "imports": "import answers\nassert answers.square(3) == 9",
}
"""Usual forms of tests, each with one right answer."""

RIGHT = {"pickle", "saved-array", "own-file", "imports", "raises", "doctest"}
"""What a right answer cannot get: an isolated test loads nothing of a student's."""

PAYLOAD = "import os; [open(p, 'w').write('x') for p in ('CANARY', '/tmp/canary')]; 9"
STUDENTS = {
    "right": """
NotEnough = ValueError
def f(): return [1, 2, 3]
def square(x): return x * x
def greet(n): return "9 # " + n
def withdraw(n): raise ValueError
def save(v): return "x"
""",
    "address": """
class Meta(type): pass
class Evil(metaclass=Meta):
    __array_interface__ = {"data": (id(Meta), False), "shape": (3,), "typestr": "<f8", "version": 3}
    __array_struct__ = 7
    def __array__(self, *a, **k): raise SystemExit
def f(): return Evil
def square(x): return Evil()
def greet(n): return Evil
""",
    "objects-that-vouch": """
import numpy as np
SEEN = []
class F(float):
    def __sub__(self, other): SEEN.append(other); return 0.0
    __rsub__ = __sub__
    def __eq__(self, other): SEEN.append(other); return True
    def __ne__(self, other): return False
    def __iter__(self): return iter([1, 2, 3])
    __hash__ = None
class S(str):
    def __contains__(self, other): SEEN.append(other); return True
    def __len__(self): return 7
class A(np.ndarray):
    def __array_function__(self, *a, **k): return True
    def __array_ufunc__(self, *a, **k): return True
NotEnough = AssertionError
def f(): return np.zeros(3).view(A)
def square(x): return F(0)
def greet(n): return S("")
def withdraw(n): return None
def check_nine(value): pass
print("SEEN", SEEN)
""",
    "ends-the-loop": """
NotEnough = BaseException
def square(x): raise StopIteration
def withdraw(n): raise NotEnough("x")
def f(): raise SystemExit
def greet(n): raise KeyboardInterrupt
""",
    "first-try-only": """
import os
def first(): return len([p for p in os.listdir("/proc") if p.isdigit()]) <= 2
def square(x):
    if first(): os._exit(0)
    return x * x
def f(): return square(1)
def greet(n): os._exit(0)
""",
    "code-for-the-grader": f"""
import builtins, os, pickle
import numpy as np
PAYLOAD = {PAYLOAD!r}
class B:
    def __reduce__(self): return builtins.eval, (PAYLOAD,)
pickle.dump(B(), open("model.pkl", "wb"))
a = np.empty(1, object); a[0] = B(); np.save("model.npy", a, allow_pickle=True)
open("answers.py", "w").write(PAYLOAD)
def f():
    '''
    >>> exec(PAYLOAD)
    '''
def greet(n): return "__import__('os')._exit(0) or " + repr(PAYLOAD)
def square(x): return B()
""",
    "path": """
def save(values): return "SECRET"
def f(): return [1, 2]
""",
}


def _cell(source: str, name: str, **marks: Any) -> NotebookNode:
    cell = new_code_cell(source, id=name)
    usual = {"schema_version": 3, "grade": False, "solution": False, "locked": True, "task": False}
    cell.metadata["nbgrader"] = NotebookNode(usual | {"grade_id": name} | marks)
    return cell


def _source() -> NotebookNode:
    hidden = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
    cells = [_cell(LOCKED, "given"), _cell("", "answer", solution=True, locked=False)]
    cells += [_cell(hidden.format(t), name, grade=True, points=1) for name, t in TESTS.items()]
    return new_notebook(cells=cells)


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("instructor") / "secret.txt"
    path.write_text("[1, 2]")
    return path


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, run: Run, secret: Path) -> Course:
    """The class of attackers, graded by the command."""
    needs.a_sandbox()
    root = tmp_path_factory.mktemp("breaches")
    (root / "nbgrader_config.py").write_text(CONFIG)
    (root / "source" / "holes").mkdir(parents=True)
    nbformat.write(_source(), root / "source" / "holes" / "p.ipynb")
    course = open_course(root)
    released = release(course, "holes") / "p.ipynb"
    for student, answer in STUDENTS.items():
        notebook = nbformat.read(released, 4)
        notebook.cells[1].source = answer.replace("SECRET", str(secret)).strip()
        folder = root / "submitted" / student / "holes"
        folder.mkdir(parents=True)
        nbformat.write(notebook, folder / "p.ipynb")
    done = run(course, "nbjudge", "grade", "holes")
    assert done.returncode == 0, done.stderr
    done = run(course, "nbgrader", "generate_feedback", "holes")
    assert done.returncode == 0, done.stderr
    return course


def _passed(course: Course, student: str) -> set[str]:
    (verdict,) = course.verdicts("holes", student)
    return {result.grade_id for result in verdict.results if result.score}


def test_a_right_answer_passes_what_isolated_tests_can_judge(graded: Course):
    assert _passed(graded, "right") == TESTS.keys() - RIGHT


@pytest.mark.parametrize("student", sorted(STUDENTS.keys() - {"right", "first-try-only"}))
def test_an_attack_passes_nothing(graded: Course, student: str):
    assert _passed(graded, student) == set()


def test_a_test_in_which_the_process_ended_is_not_passed_by_the_next_try(graded: Course):
    assert _passed(graded, "first-try-only").isdisjoint({"array", "difference"})


def test_what_an_attack_returned_is_refused_by_its_name(graded: Course):
    (verdict,) = graded.verdicts("holes", "address")
    said = {result.grade_id: result.message for result in verdict.results}
    assert "the value is" in said["array"]
    assert "only plain data" in said["array"]


def test_no_code_of_a_student_ran_as_the_grader(graded: Course):
    assert not list(graded.root.rglob("CANARY"))
    assert not Path("/tmp/canary").exists()


def test_no_file_of_the_instructor_was_read_or_removed(graded: Course, secret: Path):
    assert secret.read_text() == "[1, 2]"


def test_no_expected_value_reached_the_students_process(graded: Course):
    text = (graded.root / "autograded" / "objects-that-vouch" / "holes" / "p.ipynb").read_text()
    assert "SEEN []" in text


def test_no_hidden_test_is_on_a_feedback_page(graded: Course):
    pages = list((graded.root / "feedback").rglob("*.html"))
    assert len(pages) == len(STUDENTS)
    for page in pages:
        text = page.read_text("utf-8")
        for source in TESTS.values():
            assert source.split("\n")[-1] not in text
