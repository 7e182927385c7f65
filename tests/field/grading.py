"""Grades hand-ins in this process, where one warm sandbox serves them all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import nbformat
from nbgrader.api import MissingEntry

from nbjudge.grade import grade_class
from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from nbjudge.verdict import Status, Verdict
from tests.conftest import new_course

from .hand_ins import EVERYDAY, LESSON, Case, everyday

CONFIG = """\
from nbjudge import configure

c = get_config()
c.CourseDirectory.course_id = "attention"
c.Execute.timeout = 2
c.JudgeCells.total_seconds = 24
c.JudgeCells.isolated = ["everyday"]
configure(c)
"""
"""Loops are given 2 seconds, so that the tests are quick."""


@dataclass(frozen=True)
class Graded:
    """What became of a case."""

    scores: dict[str, float | None]
    status: Status
    verdict: Verdict
    sentence: str
    seconds: float = 0.0

    def must_be_as(self, case: Case) -> None:
        """Hold it to what the case must get."""
        wanted = case.status if isinstance(case.status, tuple) else (case.status,)
        scores = self._at_most(case.scores) if case.at_most else self._given(case.scores)
        assert (scores, self.status in wanted) == (case.scores, True), (
            self.status,
            self.sentence,
            [f"{r.grade_id}: {r.message[:200]}" for r in self.verdict.results if r.message],
        )
        assert case.note in self.sentence, self.sentence
        said = self.sentence + "".join(result.message for result in self.verdict.results)
        assert not case.unsaid or case.unsaid not in said, said
        assert self.seconds < case.seconds, f"{self.seconds:.1f} s"

    def _given(self, wanted: dict[str, float | None]) -> dict[str, float | None]:
        """Return the scores; a test that waits for a person has given nothing."""
        return {
            name: 0.0 if score is None and wanted.get(name) == 0 else score
            for name, score in self.scores.items()
        }

    def _at_most(self, wanted: dict[str, float | None]) -> dict[str, float | None]:
        """Return the scores, with those that are below the wanted ones raised to them."""
        return {
            name: max(score, wanted.get(name) or 0) if score is not None else wanted.get(name)
            for name, score in self.scores.items()
        }


def field_course(root: Path) -> Course:
    """Return a released course with both assignments."""
    course = new_course(root)
    (root / "nbgrader_config.py").write_text(CONFIG)
    folder = root / "source" / EVERYDAY
    folder.mkdir()
    nbformat.write(everyday(), folder / "squares.ipynb")
    course = open_course(root)
    for assignment in (LESSON, EVERYDAY):
        release(course, assignment)
    return course


def grade(course: Course, case: Case) -> Graded:
    """Hand a case in and grade it as ``nbjudge grade`` does."""
    case.hand_in(course.root)
    started = monotonic()
    (ended,) = grade_class(course, case.assignment, [case.student])
    seconds = monotonic() - started
    found = outcome(course, case)
    return Graded(found.scores, ended.status, found.verdict, ended.sentence, seconds)


def outcome(course: Course, case: Case) -> Graded:
    """Return what is recorded of a case."""
    verdicts = course.verdicts(case.assignment, case.student)
    verdict = verdicts[0] if verdicts else Verdict()
    status = verdict.status if verdicts else Status.NOT_SUBMITTED
    sentence = verdict.sentence if verdicts else "There is no notebook in the folder."
    with course.gradebook() as gradebook:
        return Graded(_scores(gradebook, case), status, verdict, sentence)


def _scores(gradebook: Any, case: Case) -> dict[str, float | None]:
    try:
        submission = gradebook.find_submission(case.assignment, case.student)
    except MissingEntry:
        return {}
    return {grade.name: grade.auto_score for n in submission.notebooks for grade in n.grades}
