"""What needs a person, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from nbjudge.tally import NOT_JUDGED, waiting_count
from nbjudge.verdict import Kind, Status

from .._students import NOT_GRADED
from ..frames import Frames
from ._links import People
from ._table import Table

WAITING = "waiting"
"""Answers that nobody has graded: neither a status nor a note."""

TESTS = "tests"
"""Tests that nobody passed, or about which something was noted: one line each."""

TOPICS: dict[str, tuple[str, str]] = {
    TESTS: (
        "Tests to look at",
        "This is about the tests themselves. One that nobody passed may be wrong, or may ask for "
        "what was never taught.",
    ),
    Kind.INTEGRITY: (
        "Integrity",
        "Nothing was taken off for these: a person decides. Talk to the students first.",
    ),
    Status.UNREADABLE: (
        "Cannot be read",
        "Nothing could be graded. Ask for a whole notebook and grade again.",
    ),
    NOT_GRADED: ("Not graded yet", "Grade these with nbjudge grade."),
    Status.PARTLY_RUN: (
        "Partly run",
        "A cell that did not end cost only itself; what relies on it may have suffered.",
    ),
    NOT_JUDGED: (
        "Tests that wait for a person",
        "These could not be judged and have no points yet: look whether the student's code or the "
        "test is to blame, and give points in the formgrader.",
    ),
    Kind.RECORD: (
        "Saved runs that cannot be used",
        "The points for the experiment may deserve a second look.",
    ),
    WAITING: (
        "Answers to grade",
        "Each student's part of this page links to the formgrader. What is entered there is kept.",
    ),
    Status.REPAIRED: (
        "Graded with repairs",
        "These were put right from the master copy; the points are good unless a note says more.",
    ),
    Status.NOT_SUBMITTED: ("Not submitted", "These count as 0 points."),
    Kind.INFO: ("Other remarks", "Nothing has to be done."),
}
"""What there can be to look at, the most urgent first → its title, and what to do."""

EXPLAINED: dict[str, Kind] = {
    Status.UNREADABLE: Kind.UNREADABLE,
    Status.PARTLY_RUN: Kind.RUN,
    Status.REPAIRED: Kind.REPAIR,
}
"""A status → the notes that say why."""

TROUBLE = (Kind.INTEGRITY, Kind.RECORD)


@dataclass(frozen=True)
class Need:
    """One kind of thing to look at.

    Parameters
    ----------
    topic, title, advice : str
        What it is, and what to do about it.
    count : int
        How many students, or answers, it is about.
    table : Table
        One row per thing that is said, and of whom.
    """

    topic: str
    title: str
    advice: str
    count: int
    table: Table


def needs(frames: Frames, people: People) -> list[Need]:
    """Return what needs a person; nothing that nobody has."""
    return [need for topic in TOPICS if (need := _need(frames, people, topic)).count]


def troubled(frames: Frames) -> frozenset[str]:
    """Return the students whose submissions a person should look at; free text is no trouble."""
    notes, everybody = frames.notes, frames.submissions
    odd = everybody.status.isin([NOT_GRADED, *EXPLAINED]) | (everybody.waiting_tests > 0)
    return frozenset(notes.student[notes.kind.isin(TROUBLE)]) | frozenset(everybody.student[odd])


def _need(frames: Frames, people: People, topic: str) -> Need:
    if topic == TESTS:
        return _about_tests(frames)
    said = _waits(frames, topic) if topic in (WAITING, NOT_JUDGED) else _said(frames, topic)
    groups = [(text, own.student) for text, own in said.groupby("text", sort=False)]
    if topic != WAITING:
        groups.sort(key=lambda group: -len(group[1]))
    title, advice = TOPICS[topic]
    if topic == NOT_JUDGED:
        advice = f"{waiting_count(len(said), said.student.nunique())}. {advice}"
    head = ("Item", "Answers") if topic == WAITING else ("What", "Students")
    rows = [(str(text), str(who.nunique()), people.cell(who)) for text, who in groups]
    table = Table(title, (*head, "Who"), rows, frozenset(head[1:]))
    count = len(said) if topic in (WAITING, NOT_JUDGED) else said.student.nunique()
    return Need(topic.replace(" ", "-"), title, advice, count, table)


def _about_tests(frames: Frames) -> Need:
    """Return one row for each test of which there is something to know, suspect ones first."""
    tests = frames.tests[frames.tests.sentence != ""]
    tests = tests.sort_values("nobody_passed", ascending=False, kind="stable")
    rows = [(text, str(n)) for text, n in zip(tests.sentence, tests.submissions, strict=True)]
    title, advice = TOPICS[TESTS]
    head = ("What", "Submissions")
    return Need(TESTS, title, advice, len(rows), Table(title, head, rows, frozenset(head[1:])))


def _waits(frames: Frames, topic: str) -> pd.DataFrame:
    """Return who and what: answers in free text, or tests that could not be judged."""
    grades = frames.grades
    unjudged = grades.outcome == NOT_JUDGED
    waits = grades[unjudged if topic == NOT_JUDGED else grades.needs_manual_grade & ~unjudged]
    names = waits.grade_id
    if frames.several:
        names = waits.notebook + "/" + names
    if topic == NOT_JUDGED:
        names = names + ": " + waits.message
    return pd.DataFrame({"student": waits.student, "text": names})


def _said(frames: Frames, topic: str) -> pd.DataFrame:
    """Return who and what: notes of a kind, or what explains a status."""
    notes = frames.notes[["student", "kind", "text"]]
    if frames.several:
        where = frames.notes.notebook.map(lambda name: f"{name}: " if name else "")
        notes = notes.assign(text=where + notes.text)
    if topic in [*Kind]:
        return notes[notes.kind == topic]
    whole = frames.submissions[frames.submissions.status == topic]
    parts = _notebooks(frames, topic)
    concerned = notes.student.isin([*whole.student, *parts.student])
    why = notes[concerned & (notes.kind == EXPLAINED.get(topic, ""))]
    rest = pd.concat([whole, parts[~parts.student.isin(whole.student)]])
    rest = rest[~rest.student.isin(why.student)]
    return pd.concat([why, rest.rename(columns={"sentence": "text"})])[["student", "text"]]


def _notebooks(frames: Frames, status: str) -> pd.DataFrame:
    """Return the notebooks of a status where there are several: one may end unlike the others."""
    own = frames.notebooks[(frames.notebooks.status == status) & frames.several]
    own = own[["student", "notebook", "sentence"]]
    return own.assign(sentence=own.notebook + ": " + own.sentence)
