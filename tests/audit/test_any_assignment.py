"""An assignment without a contract is checked too: what its tests do, and what they miss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nbformat.v4 import new_markdown_cell

from nbjudge.audit import Audit, Finding, audit
from nbjudge.nbgrader_plugins import CourseError
from tests.audit.scratch_course import DOUBLE, answer, check, course_with
from tests.conftest import Run

pytestmark = pytest.mark.slow

COUNT = """\
def count(n):
    ### BEGIN SOLUTION
    k = 0
    while k < n:
        k += 1
    return k
    ### END SOLUTION"""

AREA = """\
def area(a, b):
    ### BEGIN SOLUTION
    c = a * b
    return c + 0
    ### END SOLUTION"""

SAME = """\
def same(x):
    ### BEGIN SOLUTION
    return x
    ### END SOLUTION"""

STACK = """\
### BEGIN SOLUTION
class Stack:
    def size(self):
        return 0
### END SOLUTION"""

ENDS = """\
def ends(x):
    ### BEGIN SOLUTION
    x = list(x)
    x.sort()
    return x
    ### END SOLUTION"""

DOUBLES = "assert double(2) == 4"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    """Several notebooks; each has something of its own."""
    course = course_with(
        tmp_path_factory.mktemp("course"),
        good=[answer(DOUBLE), check(DOUBLES, "doubles")],
        words=[new_markdown_cell("Read this first.")],
        wrong=[answer(DOUBLE), check("assert double(2) == 5, 'two and two'", "doubles", 2)],
        unjudged=[answer(DOUBLE), check("double(4)", "doubles")],
        lenient=[
            answer(DOUBLE),
            check("double", "there", 3),
            check("double(2) == 5", "compares"),
            check(f"{DOUBLES}\n1", "number"),
        ],
        alike=[
            answer(AREA, "area"),
            check("assert area(2, 3) == 6", "two-three"),
            check("assert area(5, 2) == 10", "five-two"),
        ],
        slow=[answer(f"import time\ntime.sleep(1.5)\n{DOUBLE}"), check(DOUBLES, "doubles")],
        endless=[answer(COUNT, "count"), check("assert count(3) == 3", "counts")],
    )
    before = sorted(course.root.rglob("*"))
    audited = audit(course, "ps1")
    assert sorted(course.root.rglob("*")) == before, "the course was changed"
    return audited


@pytest.fixture(scope="module")
def isolated(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    """The same for isolated tests."""
    identity = "given = [1]\nassert same(given) is given, 'it is another list'"
    new = "given = [2, 1]\nassert ends(given) is not given, 'it is the same list'"
    course = course_with(
        tmp_path_factory.mktemp("course"),
        plain=[answer(DOUBLE), check(DOUBLES, "doubles")],
        needs=[answer(STACK, "stack"), check("assert Stack().size() == 0", "empty")],
        identity=[answer(SAME, "same"), check(identity, "is-same")],
        wrong=[answer(DOUBLE), check("import absent\nassert double(2) == 5", "doubles")],
        mutant=[answer(ENDS, "ends"), check(f"{new}\nassert ends(given)", "is-new")],
    )
    (course.root / "grading" / "ps1").mkdir(parents=True)
    (course.root / "grading" / "ps1" / "contract.toml").write_text('tests = "isolated"\n')
    return audit(course, "ps1")


def _of(audited: Audit, notebook: str, rule: str) -> dict[str, Finding]:
    """Return the findings of a rule in a notebook by their place."""
    found = [each for each in audited.findings if (each.notebook, each.rule) == (notebook, rule)]
    return {finding.where: finding for finding in found}


def test_a_good_notebook_has_no_finding(found: Audit) -> None:
    assert not [finding for finding in found.findings if finding.notebook == "good"]
    assert (found.solution["good"], found.starter["good"]) == ({"doubles": 1}, {"doubles": 0})
    tried = {each.mutant.after: each.failed for each in found.tried if each.notebook == "good"}
    assert tried == {"x - x": {"doubles"}, "return None": {"doubles"}}


def test_only_what_the_solution_does_not_pass_is_an_error(found: Audit) -> None:
    errors = [(error.rule, error.notebook, error.where) for error in found.errors]
    assert errors == [("solution", "unjudged", "doubles"), ("solution", "wrong", "doubles")]


def test_a_test_that_the_solution_fails_is_said_with_its_message(found: Audit) -> None:
    error = _of(found, "wrong", "solution")["doubles"]
    assert error.text == "With the solution it gets 0 of 2 (two and two)."


def test_a_test_that_cannot_be_judged_is_said_with_the_reason(found: Audit) -> None:
    error = _of(found, "unjudged", "solution")["doubles"]
    assert "it waits for a person (The test ended with 8" in error.text


def test_tests_that_end_with_no_number_pass_whatever_they_say(found: Audit) -> None:
    ends = _of(found, "lenient", "no-score")
    assert ends.keys() == {"there", "compares"}
    assert "False, which is no number" in ends["compares"].text


def test_tests_that_no_changed_answer_fails_catch_nothing(found: Audit) -> None:
    assert _of(found, "lenient", "catches-nothing").keys() == {"there", "compares"}


def test_a_starter_that_earns_points_is_a_remark(found: Audit) -> None:
    earns = _of(found, "lenient", "starter")
    assert earns.keys() == {"there"}
    assert earns["there"].text == "The untouched starter earns 3 of 3 points."


def test_tests_that_fail_on_the_same_answers_may_mean_the_same(found: Audit) -> None:
    (same,) = _of(found, "alike", "same").values()
    assert {same.where, same.text.split("'")[1]} == {"five-two", "two-three"}


def test_a_slow_notebook_gets_the_time_that_it_needs(found: Audit) -> None:
    changed = [each for each in found.tried if each.notebook == "slow"]
    assert [each.failed for each in changed] == [{"doubles"}] * 2


def test_an_endless_mutant_is_caught(found: Audit) -> None:
    dropped = [each for each in found.tried if each.mutant.before == "k += 1"]
    assert {each.mutant.after for each in dropped} == {"k -= 1", "pass"}
    assert [each.failed for each in dropped] == [{"counts"}] * 2


def test_an_isolated_test_of_plain_data_has_no_finding(isolated: Audit) -> None:
    assert not [finding for finding in isolated.findings if finding.notebook == "plain"]


def test_an_isolated_test_that_needs_an_object_is_an_error(isolated: Audit) -> None:
    assert _of(isolated, "needs", "solution") == {}, "one error is enough"
    finding = _of(isolated, "needs", "isolation")["empty"]
    assert finding.is_error
    assert "On the solution: isolated it waits for a person" in finding.text
    assert "'Stack' is a class" in finding.text
    assert "in the kernel it passes" in finding.text


def test_an_isolated_test_that_is_wrong_in_the_kernel_too_is_no_matter_of_isolation(
    isolated: Audit,
) -> None:
    assert _of(isolated, "wrong", "solution").keys() == {"doubles"}
    assert _of(isolated, "wrong", "isolation") == {}


def test_an_isolated_test_that_compares_identity_is_an_error(isolated: Audit) -> None:
    text = _of(isolated, "identity", "isolation")["is-same"].text
    assert "isolated it gets 0 of 1 (it is another list); in the kernel it passes" in text


def test_an_isolated_test_that_only_a_wrong_answer_tells_apart_is_an_error(
    isolated: Audit,
) -> None:
    assert _of(isolated, "mutant", "solution") == {}
    text = _of(isolated, "mutant", "isolation")["is-new"].text
    assert "On a wrong answer (line 3 of 'ends', 'x = list(x)' → 'pass')" in text


def test_all_of_it_is_in_the_json(found: Audit) -> None:
    plain = json.loads(json.dumps(found.to_json()))
    assert plain["ok"] is False
    assert [(each["notebook"], each["where"]) for each in plain["errors"]] == [
        ("unjudged", "doubles"),
        ("wrong", "doubles"),
    ]
    assert {each["rule"] for each in plain["remarks"]} == {
        "catches-nothing", "no-score", "same", "starter"
    }  # fmt: skip
    assert plain["solution"]["unjudged"] == {"doubles": None}
    changed = [each for each in plain["changed_answers"] if each["notebook"] == "good"]
    assert {(each["answer"], each["line"], each["after"]) for each in changed} == {
        ("double", 3, "x - x"), ("double", 3, "return None")
    }  # fmt: skip
    assert [each["failed"] for each in changed] == [["doubles"]] * 2


def test_without_time_it_says_so(tmp_path: Path) -> None:
    cells = [answer(DOUBLE), check("assert callable(double)", "doubles")]
    found = audit(course_with(tmp_path, p1=cells), "ps1", seconds=0)
    assert _of(found, "p1", "catches-nothing") == {}
    assert "Time was up after" in _of(found, "p1", "time")["changed answers"].text


def test_an_assignment_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"no assignment 'ps2'.*Assignments here: ps1\."):
        audit(course_with(tmp_path, p1=[answer(DOUBLE)]), "ps2")


def test_the_command_counts_like_a_person_and_ends_with_1_only_for_errors(
    tmp_path: Path, run: Run
) -> None:
    cells = [answer(DOUBLE), check("double", "there"), check(DOUBLES, "doubles")]
    course = course_with(tmp_path, p1=cells)
    done = run(course, "nbjudge", "check", "ps1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("ps1 can be released, 3 remarks.\n")
    assert "Grading the solution" in done.stderr
    path = course.root / "source" / "ps1" / "p1.ipynb"
    path.write_text(path.read_text("utf-8").replace("== 4", "== 5"), "utf-8")
    done = run(course, "nbjudge", "check", "ps1")
    assert done.returncode == 1
    assert done.stdout.endswith("1 thing to mend, 3 remarks.\n")
