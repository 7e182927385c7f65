"""Each kind of ordinary test gets, cell by cell, the scores that stock nbgrader gives it.

``kinds/`` has the notebooks, and ``kinds/stock.csv`` what ``nbgrader autograde`` gave them;
``python -m tests.fidelity.record_stock`` writes it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from typing import NamedTuple

import pytest

from nbjudge.grade import grade_class
from nbjudge.nbgrader_plugins import Course, open_course
from tests import needs

from .kinds_course import ALL, ENVIRONMENT, STUDENTS, TIMEOUT, hand_in, make_sources
from .record_stock import FAILED, Row, grade_with_stock, recorded, row

SLOW = [pytest.mark.slow, pytest.mark.timeout(1500)]

CONFIG = f"""\
from nbjudge import configure

c = get_config()
c.Execute.timeout = {TIMEOUT}
c.RunCells.environment = {ENVIRONMENT!r}
configure(c)
"""


class Difference(NamedTuple):
    """Where a score is not that of stock, on purpose."""

    why: str
    scores: dict[str, str]
    """Student and cell → our score."""


WAITS = "none of 2, waits"
NO_POINTS = "A number that can be no points is the test's mistake: a person has to look."
STOPS = f"{NO_POINTS} Stock grades nothing of that student."
NUMPY = "NumPy's numbers are numbers: stock takes them for text, and gives full marks."

DIFFERENCES = {
    "partial-credit-above-the-maximum": Difference(STOPS, {"right/test-1": WAITS}),
    "partial-credit-infinite": Difference(STOPS, {"right/test-1": WAITS}),
    "partial-credit-negative": Difference(NO_POINTS, {"right/test-1": WAITS}),
    "partial-credit-nan": Difference(NO_POINTS, {"right/test-1": WAITS}),
    "partial-credit-numpy": Difference(NUMPY, {"wrong/test-1": "1.5 of 2"}),
    "partial-credit-of-a-series": Difference(NUMPY, {"wrong/test-1": "2 of 3"}),
    **dict.fromkeys(
        (
            "logging-in-the-students-function",
            "traceback-printed-by-the-students-function",
            "warning-in-the-students-function",
            "warning-of-numpy-in-the-students-function",
        ),
        Difference(
            "What the student's own code writes to standard error is no failure of the test.",
            {"right/test-1": "1 of 1"},
        ),
    ),
    "zero-point-test-ends-with-a-number": Difference(
        "A test without points gives none, whatever it ends with. Stock grades nothing of that "
        "student.",
        {"right/test-1": "0 of 0", "right/test-2": "1 of 1"},
    ),
    "helper-of-a-test-by-its-source": Difference(
        "The source of a test is in the process only while the test runs.",
        {"right/test-2": "0 of 1", "wrong/test-2": "0 of 1", "empty/test-2": "0 of 1"},
    ),
    "server-on-localhost": Difference(
        "The sandbox of a Python notebook has no sockets.", {"right/test-1": "0 of 2"}
    ),
}
"""Kinds whose scores differ from stock's, each for a reason."""

ALIKE = {
    "empty-test ends-with-comparison-only partial-credit-of-bool partial-credit-printed "
    "partial-credit-with-semicolon": "No line fails, and no value is a number: full marks.",
    "partial-credit-numpy partial-credit-of-a-series": "No number to stock: full marks.",
    "assert-of-a-tuple standard-error-in-a-test unittest-main-in-a-cell warning-in-a-test "
    "logging-in-the-students-function traceback-printed-by-the-students-function "
    "warning-in-the-students-function warning-of-numpy-in-the-students-function": (
        "Something is written to standard error: 0 points."
    ),
}
"""Kinds in which stock gives a wrong answer as much as the right one, and why."""

AGAIN = ("exit-expected", "partial-credit-float", "several-notebooks", "standard-error-in-a-test")
"""Kinds that stock grades again here, so that the record is held to the real command."""

STOCK = recorded()


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """All kinds, released and graded."""
    needs.a_sandbox()
    root = tmp_path_factory.mktemp("kinds")
    (root / "nbgrader_config.py").write_text(CONFIG, "utf-8")
    make_sources(root, ALL)
    course = open_course(root)
    for kind in ALL:
        course.release(kind, into=root / "release", record=True)
    hand_in(root, ALL)
    for kind in ALL:
        assert not any(graded.failed for graded in grade_class(course, kind, STUDENTS))
    rows = list(_rows(course))
    shutil.rmtree(root)  # a third of a gigabyte, which pytest would keep three times
    return rows


@pytest.fixture(scope="module")
def again() -> list[Row]:
    """A few kinds, graded by stock."""
    return grade_with_stock(AGAIN)


def test_every_kind_is_recorded():
    assert {row.kind for row in STOCK} == set(ALL)


@pytest.mark.parametrize("kind", ALL)
def test_a_kind_tells_the_right_answer_from_the_wrong_one(kind: str):
    right, wrong = (_of(kind, STOCK, student) for student in ("right", "wrong"))
    assert (list(right.values()) == list(wrong.values())) == (kind in " ".join(ALIKE).split())


@pytest.mark.parametrize("kind", DIFFERENCES)
def test_a_difference_is_one(kind: str):
    assert not DIFFERENCES[kind].scores.items() & _of(kind, STOCK).items()


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=SLOW) for kind in ALL])
def test_a_kind_gets_the_scores_of_stock(kind: str, ours: list[Row]):
    assert _of(kind, ours) == _wanted(kind)


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=SLOW) for kind in AGAIN])
def test_stock_gives_what_is_recorded(kind: str, again: list[Row]):
    assert _of(kind, again) == _of(kind, STOCK)


def _wanted(kind: str) -> dict[str, str]:
    """Return the scores of stock, with ours where they differ on purpose."""
    graded = {cell: score for cell, score in _of(kind, STOCK).items() if score != FAILED}
    return graded | (DIFFERENCES[kind].scores if kind in DIFFERENCES else {})


def _of(kind: str, rows: Iterable[Row], student: str = "") -> dict[str, str]:
    """Return the scores of a kind by student and cell."""
    return {
        f"{row.student}/{row.grade_id}": _shown(row)
        for row in rows
        if row.kind == kind and student in ("", row.student)
    }


def _shown(row: Row) -> str:
    if row.auto_score == FAILED:
        return FAILED
    waits = ", waits" if row.needs_manual_grade else ""
    return f"{row.auto_score or 'none'} of {row.max_score}{waits}"


def _rows(course: Course) -> Iterable[Row]:
    with course.gradebook() as gradebook:
        for kind in ALL:
            for student in STUDENTS:
                for notebook in gradebook.find_submission(kind, student).notebooks:
                    for grade in notebook.grades:
                        cell = f"{notebook.name}/{grade.name}"
                        manual = bool(grade.needs_manual_grade)
                        yield row(kind, student, cell, grade.auto_score, manual, grade.max_score)
