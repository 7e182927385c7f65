"""Each student of the class: what was handed in, how far the grader got, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from nbjudge import tally
from nbjudge.lesson import Lesson
from nbjudge.verdict import Result, Status, Verdict

from ._folders import (
    CLOSED,
    Autograded,
    notebooks_handed_in,
    read_autograded,
    students_with_folders,
)
from ._gradebook import Gradebook, HandIn, Mark
from ._notebooks import Answer, answers_handed_out

NOT_GRADED = "not graded yet"
"""The one status that only a report knows: the grader has not seen the submission."""

NOTHING = Verdict().sentence
"""What the sentence is when there is nothing that a person should know."""

FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet takes for the beginning of a formula; the last four are full-width."""


@dataclass(frozen=True)
class Student:
    """One student's submission of one assignment.

    Parameters
    ----------
    id : str
        Literal text, as folders and gradebook have it.
    hand_in : HandIn or None
        None when the gradebook has no submission.
    marks : dict of str to Mark
        By grade id.
    autograded : Autograded
        What the grader left in the student's folder.
    handed_in : int or None
        How many notebooks were handed in; None when there is no folder, `CLOSED` when it cannot
        be opened.
    released : mapping of str to str
        What each answer cell held when it was handed out; empty without a release.
    """

    id: str
    hand_in: HandIn | None
    marks: dict[str, Mark]
    autograded: Autograded
    handed_in: int | None
    released: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def status(self) -> str:
        """How far the grader got; "graded" without a verdict only where scores speak for it."""
        return self._judged[0]

    @property
    def sentence(self) -> str:
        """Why the status is what it is, and what else a person should know."""
        several = self.autograded.several
        waits = tally.waiting_sentence(self.waiting_tests, several=several)
        said = (self._judged[1], waits, *self.autograded.problems, *self.doubts)
        return " ".join(text for text in said if text not in ("", NOTHING)) or NOTHING

    @cached_property
    def waiting_tests(self) -> tuple[tally.Waiting, ...]:
        """The tests that could not be judged, and that have no points from a person."""
        found = tally.waiting(self.autograded.verdicts) if self.graded else ()
        return tuple(test for test in found if self._is_open(test.grade_id))

    def _is_open(self, grade_id: str) -> bool:
        mark = self.marks.get(grade_id, Mark())
        return mark.needs_manual_grade or mark.score is None

    @property
    def graded(self) -> bool:
        """Whether scores in the gradebook are about this submission."""
        return self.status not in (NOT_GRADED, Status.NOT_SUBMITTED)

    @cached_property
    def results(self) -> dict[str, Result]:
        """The verdict's results by grade id."""
        found = self.autograded.verdict
        return {result.grade_id: result for result in found.results} if found else {}

    @property
    def untouched(self) -> bool | None:
        """Whether each answer in code is as it was handed out; None when that is not known."""
        if not self.graded or self.status == Status.UNREADABLE:
            return None
        code = [self.as_handed_out(answer) for answer in self.autograded.answers if answer.code]
        return None if not code or None in code else all(code)

    def as_handed_out(self, answer: Answer) -> bool | None:
        """Whether an answer is still what the release has; None when the release lacks it."""
        released = self.released.get(answer.cell)
        return None if released is None else released.strip() == answer.text.strip()

    @cached_property
    def _judged(self) -> tuple[str, str]:
        begun = self.autograded.verdict
        if begun and not begun.results:
            return NOT_GRADED, "Grading it was stopped in the middle: grade it again."
        scored = any(mark.score is not None for mark in self.marks.values())
        if self.hand_in and begun:
            return self._of_notebooks()
        if begun:
            return NOT_GRADED, "Graded, but the gradebook does not have the scores."
        if self.autograded.damaged:
            return Status.UNREADABLE, "What the grader left is damaged."
        if self.hand_in and self.autograded.files:
            return Status.GRADED, "No verdict is stored: graded by nbgrader without nbjudge."
        if self.handed_in == CLOSED:
            return NOT_GRADED, "The folder that was handed in cannot be opened: change permissions."
        if self.handed_in == 0:
            return Status.NOT_SUBMITTED, "A folder was handed in, and no notebook is in it."
        if scored:
            return Status.GRADED, "No verdict is stored: the autograded notebook is not here."
        if self.handed_in or (self.hand_in and self.hand_in.at):
            return NOT_GRADED, "Handed in, and not graded yet."
        return Status.NOT_SUBMITTED, "Nothing was handed in."

    def _of_notebooks(self) -> tuple[str, str]:
        """Return the worst status of the notebooks, and what there is to say of each."""
        own = self.autograded
        statuses = [verdict.status for verdict in own.verdicts.values()]
        statuses += [Status.UNREADABLE for _ in own.damaged]
        told = tally.sentence(own.verdicts, several=own.several, absent=own.absent)
        return tally.worst(statuses), told

    @property
    def doubts(self) -> tuple[str, ...]:
        """What does not fit together."""
        return tuple(self._doubts())

    def _doubts(self) -> Iterator[str]:
        for grade_id, result in self.results.items():
            mark = self.marks.get(grade_id)
            if mark and result.score is not None and result.score != mark.auto:
                yield f"Verdict and gradebook disagree on {grade_id}: grade this submission again."
        if self.id.startswith(FORMULA):
            yield "A spreadsheet would take this id for a formula: import it as text."


def read_class(lesson: Lesson, gradebook: Gradebook) -> tuple[Student, ...]:
    """Return everybody whom the gradebook or a folder knows, in the order of their ids."""
    ids = gradebook.students | gradebook.hand_ins.keys() | students_with_folders(lesson.root)
    marks: dict[str, dict[str, Mark]] = {student: {} for student in ids}
    released = answers_handed_out(lesson.root / "release" / lesson.name)
    for (student, grade_id), mark in gradebook.marks.items():
        marks[student][grade_id] = mark
    return tuple(
        Student(
            student,
            gradebook.hand_ins.get(student),
            marks[student],
            read_autograded(lesson, gradebook.notebooks, student),
            notebooks_handed_in(lesson, student),
            released,
        )
        for student in sorted(ids)
    )
