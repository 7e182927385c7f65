"""What needs a person, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from nbjudge.verdict import Kind, Status

from .._students import NOT_GRADED
from ..frames import Frames
from ._links import People
from ._table import Table

WAITING = "waiting"
"""Answers that nobody has graded: neither a status nor a note."""

TOPICS: dict[str, tuple[str, str]] = {
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
    Kind.TEST: (
        "A test could not judge",
        "The test did not come to a verdict: look whether the student's code or ours is to blame.",
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

TROUBLE = (Kind.INTEGRITY, Kind.TEST, Kind.RECORD)


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
    odd = everybody.status.isin([NOT_GRADED, *EXPLAINED])
    return frozenset(notes.student[notes.kind.isin(TROUBLE)]) | frozenset(everybody.student[odd])


def _need(frames: Frames, people: People, topic: str) -> Need:
    said = _waits(frames) if topic == WAITING else _said(frames, topic)
    groups = [(text, own.student) for text, own in said.groupby("text", sort=False)]
    if topic != WAITING:
        groups.sort(key=lambda group: -len(group[1]))
    title, advice = TOPICS[topic]
    head = ("Item", "Answers") if topic == WAITING else ("What", "Students")
    rows = [(str(text), str(who.nunique()), people.cell(who)) for text, who in groups]
    table = Table(title, (*head, "Who"), rows, frozenset(head[1:]))
    count = len(said) if topic == WAITING else said.student.nunique()
    return Need(topic.replace(" ", "-"), title, advice, count, table)


def _waits(frames: Frames) -> pd.DataFrame:
    waits = frames.grades[frames.grades.needs_manual_grade]
    return waits[["student", "grade_id"]].set_axis(["student", "text"], axis=1)


def _said(frames: Frames, topic: str) -> pd.DataFrame:
    """Return who and what: notes of a kind, or what explains a status."""
    notes = frames.notes[["student", "kind", "text"]]
    if topic in [*Kind]:
        return notes[notes.kind == topic]
    of_status = frames.submissions[frames.submissions.status == topic]
    why = notes[notes.student.isin(of_status.student) & (notes.kind == EXPLAINED.get(topic, ""))]
    rest = of_status[~of_status.student.isin(why.student)]
    return pd.concat([why, rest.rename(columns={"sentence": "text"})])[["student", "text"]]
