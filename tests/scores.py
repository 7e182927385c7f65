"""What the gradebook says, and what the demo class's table says it must say."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from nbgrader.api import MissingEntry

from nbjudge.nbgrader_plugins import Course

LESSON = "07-self-attention"
TABLE = Path(__file__).parents[1] / "grading" / LESSON / "cohort" / "expected.csv"

Scores = dict[str, float | None]


def expected_rows() -> list[dict[str, str]]:
    """Return the table: student, status, and the automatic score per grade id."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def expected() -> dict[str, Scores]:
    """Return the expected automatic scores; None waits for a person."""
    return {
        row["student"]: {
            name: float(text) if text else None
            for name, text in row.items()
            if name not in {"student", "status"}
        }
        for row in expected_rows()
    }


def recorded(course: Course, students: Iterable[str]) -> dict[str, Scores]:
    """Return the automatic scores in the gradebook; nothing for who has no submission."""
    with course.gradebook() as gradebook:
        return {student: _scores(gradebook, student) for student in students}


def _scores(gradebook: object, student: str) -> Scores:
    try:
        submission = gradebook.find_submission(LESSON, student)
    except MissingEntry:
        return {}
    return {grade.name: grade.auto_score for n in submission.notebooks for grade in n.grades}
