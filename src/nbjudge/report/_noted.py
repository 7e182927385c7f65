"""What a person should know of each student: the frame `notes`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nbjudge.verdict import Kind, Note

from ._runs import Runs
from ._shared import Shared
from ._students import Student

UNTOUCHED = "All answers in code are as they were handed out."


def _notes(student: Student, runs: Runs, shared: Shared) -> Iterator[tuple[str, Note]]:
    """Yield the verdicts' notes with their notebooks, and those that only a report can make."""
    for notebook, verdict in student.autograded.verdicts.items():
        yield from ((notebook, note) for note in verdict.notes)
    yield from (("", note) for note in _ours(student, runs, shared))


def _ours(student: Student, runs: Runs, shared: Shared) -> Iterator[Note]:
    yield from (Note(Kind.INTEGRITY, text) for text in shared.sentences(student.id))
    yield from (Note(Kind.INTEGRITY, text) for text in student.doubts)
    yield from (Note(Kind.INTEGRITY, UNTOUCHED) for _ in range(student.untouched is True))
    yield from (Note(Kind.RECORD, text) for text in (runs.problem,) if text)
    yield from (Note(Kind.UNREADABLE, text) for text in student.autograded.problems)


def note_rows(student: Student, runs: Runs, shared: Shared) -> list[dict[str, Any]]:
    """Return the rows of the frame `notes`."""
    return [
        {
            "student": student.id,
            "notebook": notebook,
            "kind": note.kind,
            "cell": note.cell or "",
            "text": note.text,
        }
        for notebook, note in _notes(student, runs, shared)
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
