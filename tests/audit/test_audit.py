"""The audit passes the lesson, and names what is wrong with a broken one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nbjudge.audit import Audit, audit
from nbjudge.nbgrader_plugins import Course
from tests.conftest import LESSON, Run, new_course

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    """The audit of the lesson as it stands."""
    course = new_course(tmp_path_factory.mktemp("course"))
    before = _files(course)
    audited = audit(course, LESSON, seconds=20)
    assert _files(course) == before, "the course was changed"
    return audited


def _files(course: Course) -> list[Path]:
    found = course.root.rglob("*")
    return sorted(path for path in found if "__pycache__" not in path.parts)


def test_the_lesson_can_be_released(found: Audit):
    assert found.errors == ()
    (solution,), (starter,) = found.solution.values(), found.starter.values()
    automatic = {n: s for n, s in solution.items() if n not in {"predict", "explain"}}
    assert sum(score or 0 for score in automatic.values()) == 24
    failing = {n for n, points in automatic.items() if starter[n] != points}
    hidden = failing - {"experiment", "own-test"}
    assert hidden == {"rows-sum-to-one", "softmax-is-stable", "output-mixes-values"}


def test_every_failure_mode_fails_its_own_test_only(found: Audit):
    modes = {name: row for name, row in found.matrix.items() if not name.startswith("right: ")}
    assert modes == {name: frozenset({name}) for name in modes}
    assert len(modes) == 7


def test_isolated_tests_come_out_alike_on_changed_answers(found: Audit):
    assert found.tried
    assert not any(finding.rule == "isolation" for finding in found.findings)


@pytest.mark.parametrize(
    ("listed", "test", "verb"),
    [("[]", "softmax-is-stable", "fails"),
     ('["rows-sum-to-one", "softmax-is-stable", "output-mixes-values", "rows-are-queries"]',
      "rows-are-queries", "passes")],
)  # fmt: skip
def test_a_starter_that_is_not_wrong_as_intended(course: Course, listed: str, test: str, verb: str):
    path = course.root / "grading" / LESSON / "contract.toml"
    lines = path.read_text().split("\n")
    changed = [f"starter_fails = {listed}" if "starter_fails" in each else each for each in lines]
    path.write_text("\n".join(changed))
    found = {(each.where, each.text) for each in audit(course, LESSON, seconds=0).errors}
    assert (test, f"The starter {verb} this test, and it should not.") in found


def test_a_starter_that_passes_is_not_said_to_fail_where_points_disagree(course: Course):
    path = course.root / "grading" / LESSON / "contract.toml"
    path.write_text(path.read_text().replace("rows-are-queries = 1", "rows-are-queries = 2"))
    found = audit(course, LESSON, seconds=0)
    assert {(each.rule, each.where) for each in found.errors} == {("points", "rows-are-queries")}


def test_check_says_what_to_mend_and_ends_with_1(course: Course, run: Run):
    (course.root / "source" / LESSON / "experiments.json").write_text("{}")
    path = course.root / "source" / LESSON / "self-attention.ipynb"
    source = path.read_text().replace("keepdims=True)\\n", "keepdims=True)  # axis\\n", 1)
    path.write_text(source.replace("scores = np.where(future, -np.inf, scores)", "pass"))
    done = run(course, "nbjudge", "check", LESSON, "--json", "--seconds=0")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    broken = {(error["rule"], error["where"]) for error in found["errors"]}
    assert ("stray-record", f"source/{LESSON}/experiments.json") in broken
    assert ("solution", "future-weight-is-zero") in broken
    assert found["ok"] is False
    assert not any("\n" in error["text"] for error in found["errors"])
