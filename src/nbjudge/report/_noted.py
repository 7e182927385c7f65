"""What a person should know of each student: the frame `notes`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nbjudge.verdict import Kind, Note

from ._runs import Runs
from ._shared import Shared
from ._students import Student

UNTOUCHED = "All answers in code are as they were handed out."


def notes(student: Student, runs: Runs, shared: Shared) -> tuple[Note, ...]:
    """Return the verdict's notes, and those that only a report can make."""
    found = student.autograded.verdict
    return (*(found.notes if found else ()), *_ours(student, runs, shared))


def _ours(student: Student, runs: Runs, shared: Shared) -> Iterator[Note]:
    yield from (Note(Kind.INTEGRITY, text) for text in shared.sentences(student.id))
    yield from (Note(Kind.INTEGRITY, text) for text in student.doubts)
    yield from (Note(Kind.INTEGRITY, UNTOUCHED) for _ in range(student.untouched is True))
    yield from (Note(Kind.RECORD, text) for text in (runs.problem,) if text)
    yield from (Note(Kind.UNREADABLE, text) for text in student.autograded.problems)


def note_rows(student: Student, own: tuple[Note, ...]) -> list[dict[str, Any]]:
    """Return the rows of the frame `notes`."""
    return [
        {"student": student.id, "kind": note.kind, "cell": note.cell or "", "text": note.text}
        for note in own
    ]


def answer_rows(student: Student) -> list[dict[str, Any]]:
    """Return the rows of the frame `answers`."""
    return [
        {
            "student": student.id,
            "cell": answer.cell,
            "kind": "code" if answer.code else "text",
            "text": answer.text,
            "untouched": student.as_handed_out(answer),
        }
        for answer in student.autograded.answers
    ]
