"""Plain ``nbgrader autograde`` over all cases at once gives each what it must get."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nbjudge.nbgrader_plugins import Course
from nbjudge.verdict import Status
from tests.conftest import Run
from tests.field.grading import field_course, outcome
from tests.field.hand_ins import EVERYDAY, LESSON, Case, all_cases

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
EVERY = list(all_cases())


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Course:
    course = field_course(tmp_path_factory.mktemp("all"))
    for case in EVERY:
        case.hand_in(course.root)
    for assignment in (LESSON, EVERYDAY):
        run(course, "nbgrader", "autograde", assignment)
    return course


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_nbgrader_gives_the_same(case: Case, plain: Course):
    outcome(plain, replace(case, seconds=1e9)).must_be_as(case)


def test_the_names_of_the_cases_are_their_own():
    names = [case.student for case in EVERY]
    assert len(set(names)) == len(names)
    assert Status.GRADED in {case.status for case in EVERY}
