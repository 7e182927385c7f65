"""The audit passes the lesson, and names what is wrong with a broken one."""

from __future__ import annotations

import json

import pytest

from nbjudge.audit import audit
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import Course
from tests.conftest import LESSON, Run

pytestmark = pytest.mark.slow


def test_the_lesson_can_be_released(course: Course):
    found = audit(find_lesson(LESSON, course.root))
    assert found.breaches == ()
    assert found.trial is not None
    automatic = {n: s for n, s in found.trial.solution.items() if n not in {"predict", "explain"}}
    assert sum(automatic.values()) == 24
    failing = {n for n, points in automatic.items() if found.trial.starter[n] != points}
    hidden = failing - {"experiment", "own-test"}
    assert hidden == {"rows-sum-to-one", "softmax-is-stable", "output-mixes-values"}


def test_every_failure_mode_fails_its_own_test_only(course: Course):
    matrix = audit(find_lesson(LESSON, course.root)).matrix
    modes = {name: failed for name, failed in matrix.items() if not name.startswith("right: ")}
    assert modes == {name: frozenset({name}) for name in modes}
    assert len(modes) == 7


def test_the_course_is_left_as_it_was(course: Course):
    before = sorted(path.relative_to(course.root) for path in course.root.rglob("*"))
    audit(find_lesson(LESSON, course.root))
    after = sorted(path.relative_to(course.root) for path in course.root.rglob("*"))
    assert [p for p in after if "__pycache__" not in p.parts] == [
        p for p in before if "__pycache__" not in p.parts
    ]


def test_check_says_what_to_mend_and_ends_with_1(course: Course, run: Run):
    (course.root / "source" / LESSON / "experiments.json").write_text("{}")
    path = course.root / "source" / LESSON / "self-attention.ipynb"
    source = path.read_text().replace("keepdims=True)\\n", "keepdims=True)  # axis\\n", 1)
    path.write_text(source.replace("scores = np.where(future, -np.inf, scores)", "pass"))
    done = run(course, "nbjudge", "check", LESSON, "--json")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    broken = {(breach["rule"], breach["where"]) for breach in found["breaches"]}
    assert ("stray-record", f"source/{LESSON}/experiments.json") in broken
    assert ("solution", "future-weight-is-zero") in broken
    assert found["ok"] is False
    assert not any("\n" in breach["text"] for breach in found["breaches"])
