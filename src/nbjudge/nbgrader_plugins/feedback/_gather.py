"""Gathers what the page says: from the gradebook, the verdict and the lesson's folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from traitlets import List

from ... import verdict
from ...lesson import Lesson, LessonError, find_lesson
from ...verdict import Kind, Status, Verdict
from ..steps import hidden_test_delimiters
from ._checkpoints import checkpoints
from ._items import Checkpoint, Grade, Records
from ._late import HandIn, sentence
from ._runs import SavedRuns, saved_runs

KEY = "nbjudge_feedback"
"""Where nbconvert's resources hold the feedback."""

FOR_STUDENTS = (Kind.UNREADABLE, Kind.RUN, Kind.REPAIR, Kind.RECORD)
"""Notes that help whoever handed in; the others are for whoever grades."""


@dataclass(frozen=True)
class Feedback:
    """What the page says before it shows the notebook.

    Parameters
    ----------
    assignment, notebook, student : str
        Whose page it is.
    score, most : float
        Points in all, the penalty taken off.
    waiting : float
        Points that a person has not given yet.
    late : str
        A sentence about the times; empty when there is nothing to say.
    status : Status
        How far the grader got.
    notes : tuple of str
        What happened to the submission on the way.
    checkpoints : tuple of Checkpoint
        What became of each graded cell.
    runs : SavedRuns
        Empty for an assignment without a lesson of ours.
    """

    assignment: str
    notebook: str
    student: str
    score: float
    most: float
    waiting: float
    late: str
    status: Status
    notes: tuple[str, ...]
    checkpoints: tuple[Checkpoint, ...]
    runs: SavedRuns


class GatherFeedback(NbGraderPreprocessor):
    """Put a `Feedback` into the resources; has to come before the tests are hidden."""

    # nbgrader sets it for all preprocessors of the feedback
    display_data_priority = List(GetGrades.display_data_priority.default(), config=True)

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Gather for one notebook of one submission."""
        about = resources["nbgrader"]
        with Gradebook(about["db_url"]) as gradebook:
            found = gradebook.find_submission_notebook(
                about["notebook"], about["assignment"], about["student"]
            )
            hand_in, records = _hand_in(found), _records(found)
        lesson, judged = _lesson(about["assignment"]), _verdict(nb)
        records = _with(records, judged, lesson)
        told = checkpoints(nb, records, hidden_test_delimiters(self.config))
        folder = Path(resources["metadata"]["path"])
        resources[KEY] = Feedback(
            assignment=about["assignment"],
            notebook=about["notebook"],
            student=about["student"],
            score=max(0.0, sum(part.score or 0.0 for part in told) - hand_in.penalty),
            most=sum(records.points.values()),
            waiting=_waiting(records),
            late=sentence(hand_in, self._zone),
            status=judged.status,
            notes=_notes(judged),
            checkpoints=told,
            runs=saved_runs(folder, lesson.experiments) if lesson else SavedRuns(),
        )
        return nb, resources

    @property
    def _zone(self) -> tzinfo:
        """The zone in which nbgrader's exchange records times."""
        try:
            return ZoneInfo(self.config.Exchange.get("timezone", "UTC"))
        except (ZoneInfoNotFoundError, ValueError):
            return UTC


def _lesson(assignment: str) -> Lesson | None:
    """Return the lesson; None for an ordinary assignment of nbgrader's."""
    try:
        return find_lesson(assignment, Path.cwd())  # nbgrader works in the course folder
    except LessonError:
        return None


def _verdict(nb: NotebookNode) -> Verdict:
    try:
        return verdict.read(nb.metadata)
    except (KeyError, TypeError, ValueError):
        return Verdict()


def _hand_in(found: Any) -> HandIn:
    """Return the times of a submitted notebook; nbgrader stores UTC without saying so."""
    submission = found.assignment
    at, due = (
        moment and moment.replace(tzinfo=UTC)
        for moment in (submission.timestamp, submission.duedate)
    )
    extension = submission.extension or timedelta(0)
    return HandIn(at, due, extension, found.late_submission_penalty or 0.0)


def _records(found: Any) -> Records:
    grades = {
        grade.name: Grade(
            grade.auto_score,
            grade.manual_score,
            grade.extra_credit or 0.0,
            bool(grade.needs_manual_grade),
        )
        for grade in found.grades
    }
    points = {grade.name: float(grade.max_score) for grade in found.grades}
    comments = {comment.name: comment.manual_comment or "" for comment in found.comments}
    return Records(grades, points, comments, {}, {})


def _with(records: Records, judged: Verdict, lesson: Lesson | None) -> Records:
    results = {result.grade_id: result for result in judged.results}
    modes = {mode.grade_id: mode for mode in lesson.failure_modes} if lesson else {}
    return Records(records.grades, records.points, records.comments, results, modes)


def _waiting(records: Records) -> float:
    return sum(
        records.points[name]
        for name, grade in records.grades.items()
        if grade.score is None and grade.waits
    )


def _notes(judged: Verdict) -> tuple[str, ...]:
    texts: Mapping[str, None] = dict.fromkeys(
        note.text for note in judged.notes if note.kind in FOR_STUDENTS
    )
    return tuple(texts)
