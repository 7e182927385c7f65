"""The course and the grader of ../field, for attacks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.nbgrader_plugins import Course
from tests.field.grading import Graded, field_course, grade
from tests.field.hand_ins import Case


@pytest.fixture(scope="session")
def field(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A released course for hand-ins."""
    return field_course(tmp_path_factory.mktemp("field"))


@pytest.fixture
def hold(field: Course) -> Callable[[Case], Graded]:
    """Grade a case and hold it to what it must get."""

    def held(case: Case) -> Graded:
        graded = grade(field, case)
        graded.must_be_as(case)
        return graded

    return held
