"""A grader whose terminal knows ASCII only still reads and writes UTF-8."""

from __future__ import annotations

import pytest

from nbjudge.nbgrader_plugins import Course
from tests.conftest import Run
from tests.field.grading import outcome
from tests.field.hand_ins import LESSON, Case

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("locale", ["C", "POSIX"])
@pytest.mark.parametrize("program", ["nbjudge grade", "nbgrader autograde"])
def test_answers_in_any_script(
    locale: str, program: str, field: Course, run: Run, monkeypatch: pytest.MonkeyPatch
):
    for name in ("LC_ALL", "LANG"):
        monkeypatch.setenv(name, locale)
    case = Case(
        f"writes {program} {locale} Ελένη",
        cells={"explain": "Сумма строки ≠ 1 🧮"},
        own=("print('Ω🧪')\nraise ValueError('Ошибка')",),
    )
    case.hand_in(field.root)
    name, verb = program.split()
    done = run(field, name, verb, LESSON, "--student", case.student)
    assert done.returncode == 0, done.stderr
    outcome(field, case).must_be_as(case)
