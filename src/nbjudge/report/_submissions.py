"""Each student's submission as a whole: the frame `submissions`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nbjudge.lesson import Lesson
from nbjudge.tally import ABSENT, could_be_run, waiting_sentence
from nbjudge.tally import sentence as sentence_of
from nbjudge.verdict import Status, Verdict

from ._gradebook import HandIn
from ._items import Item
from ._noted import UNTOUCHED
from ._runs import Runs
from ._shared import Shared
from ._students import NOTHING, Student


@dataclass(frozen=True)
class Member:
    """One student with everything that the frames say of one.

    Parameters
    ----------
    student : Student
    items : tuple of Item
    runs : Runs
    shared : Shared
        What students of the class share.
    """

    student: Student
    items: tuple[Item, ...]
    runs: Runs
    shared: Shared


def submission_row(member: Member, lesson: Lesson, due: datetime | None) -> dict[str, Any]:
    """Return one row of the frame `submissions`; `due` holds for those without a hand-in."""
    student, own, runs = member.student, member.items, member.runs
    hand_in = student.hand_in or HandIn(None, due, 0.0)
    return {
        "student": student.id,
        "status": student.status,
        "sentence": _sentence(member),
        "submitted_at": hand_in.at,
        "due": hand_in.due,
        "seconds_late": _seconds_late(hand_in),
        "score": _total(own, hand_in.penalty),
        "max_score": sum(item.max_score for item in own),
        "open_points": sum(item.max_score for item in own if item.score is None),
        "waiting": sum(item.mark.needs_manual_grade for item in own),
        "waiting_tests": len(student.waiting_tests),
        "file": _file(student),
        "runs": len(runs.experiments),
        "counted_runs": runs.counted,
        "late_penalty": hand_in.penalty,
        "untouched": student.untouched,
        "autograded": _autograded(student, lesson),
        "formgrader": hand_in.key,
    }


def notebook_rows(student: Student) -> Iterator[dict[str, Any]]:
    """Yield the rows of the frame `notebooks`: one for each notebook of the assignment."""
    for name in student.autograded.notebooks:
        verdict = student.autograded.verdicts.get(name, Verdict())
        status, sentence = _of_notebook(student, name)
        yield {
            "student": student.id,
            "notebook": name,
            "status": status,
            "sentence": sentence,
            "file": verdict.file,
            "isolated": verdict.isolated if could_be_run(verdict) else None,
        }


def _of_notebook(student: Student, name: str) -> tuple[str, str]:
    """Return status and sentence of one notebook of a student."""
    own = student.autograded
    verdict = own.verdicts.get(name)
    if not student.graded:
        return student.status, student.sentence
    if name in own.damaged:
        return Status.UNREADABLE, "What the grader left is damaged."
    if verdict is None:
        there = name not in own.absent or not own.files
        return (student.status, student.sentence) if there else (Status.NOT_SUBMITTED, ABSENT)
    tests = [test for test in student.waiting_tests if test.notebook == name]
    said = (sentence_of({name: verdict}, several=False), waiting_sentence(tests, several=False))
    return verdict.status, " ".join(text for text in said if text not in ("", NOTHING)) or NOTHING


def _sentence(member: Member) -> str:
    """Return what the student's own files say, and what shows beside the rest of the class."""
    student = member.student
    untouched = UNTOUCHED if student.untouched else ""
    said = (student.sentence, member.runs.problem, untouched, *member.shared.sentences(student.id))
    return " ".join(text for text in said if text not in ("", NOTHING)) or NOTHING


def _autograded(student: Student, lesson: Lesson) -> str:
    files = student.autograded.files
    return f"autograded/{student.id}/{lesson.name}/{files[0]}" if files else ""


def _seconds_late(hand_in: HandIn) -> float | None:
    if hand_in.at is None:
        return None
    return max(0.0, (hand_in.at - hand_in.due).total_seconds()) if hand_in.due else 0.0


def _total(own: Sequence[Item], penalty: float) -> float | None:
    """Return the sum less the penalty, as nbgrader exports it."""
    given = [item.score for item in own if item.score is not None]
    return max(0.0, sum(given) - penalty) if given else None


def _file(student: Student) -> str:
    verdict = student.autograded.verdict
    return verdict.file if verdict else ", ".join(student.autograded.files)
