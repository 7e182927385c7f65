"""What is told of one student: scores, messages, notes, predictions, runs and answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd

from nbjudge.verdict import Kind

from .._words import lateness, moment, points
from ..frames import Frames
from ._experiments import plain
from ._links import Links, People
from ._matrices import Matrix, Weights, matrix
from ._students import Rows, by_student, state, tone
from ._table import Cell, Table

MOST_TEXT = 4000
"""Characters of one answer that are shown; the notebook has all of them."""

MOST_RUNS = 12
MOST_MATRICES = 4


@dataclass(frozen=True)
class Answer:
    """One answer: where it stands, its text, and what to say of it."""

    cell: str
    text: str
    remark: str


@dataclass(frozen=True)
class Section:
    """One student's part of the page.

    Parameters
    ----------
    place, student, status, total, sentence : str
    look : bool
        Whether a person should look.
    facts : list of (str, str)
    links : list of (str, str)
        Texts with addresses.
    notes : list of (str, str)
        Kind and text.
    tables : list of Table
        Only those with rows.
    matrices : list of Matrix
    answers : list of Answer
    """

    place: str
    student: str
    status: str
    total: str
    look: bool
    facts: list[tuple[str, str]]
    links: list[tuple[str, str]]
    notes: list[tuple[str, str]]
    tables: list[Table]
    matrices: list[Matrix]
    answers: list[Answer]


OF_ONE = (
    "submissions", "grades", "notes", "answers", "predictions", "experiments",
)  # fmt: skip
"""The frames that are told of one student."""


def sections(
    frames: Frames, people: People, links: Links, saved: Weights, troubled: frozenset[str]
) -> Iterator[Section]:
    """Yield each student's part of the page."""
    note_of = partial(_note, several=frames.several)
    told = {name: by_student(frame) for name, frame in frames.named() if name in OF_ONE}
    for (one,) in told["submissions"].values():
        own = {name: rows.get(one.student, []) for name, rows in told.items()}
        runs = own["experiments"]
        tables = (_scores(own["grades"]), _predictions(own["predictions"]), _runs(runs))
        yield Section(
            people.places[one.student],
            one.student,
            state(one.status, one.student in troubled),
            points(one.score, one.max_score),
            one.student in troubled,
            _facts(one),
            _links(one, links),
            [*map(note_of, own["notes"])] or [("status", one.sentence)],
            [table for table in tables if table.rows],
            [*_matrices(runs, saved)],
            [*map(_answer, own["answers"])],
        )


def _note(note: Any, several: bool) -> tuple[str, str]:
    """Return a note's kind and text; the test, and of several notebooks the one, is named."""
    about = note.cell if note.kind == Kind.TEST else ""
    named = [note.notebook] if several and note.notebook else []
    return note.kind, ": ".join([*named, *([about] if about else []), note.text])


def _facts(one: Any) -> list[tuple[str, str]]:
    return [
        ("Handed in", moment(one.submitted_at)),
        ("Late", lateness(one.seconds_late)),
        *([("Late penalty", f"{one.late_penalty:g}")] if one.late_penalty else []),
        ("Points still open", f"{one.open_points:g}"),
        ("File", one.file or "none"),
    ]


def _links(one: Any, links: Links) -> list[tuple[str, str]]:
    places = (
        ("Autograded notebook", links.notebook(one.autograded)),
        ("Grade in formgrader", links.formgrader(one.formgrader)),
    )
    return [(text, address) for text, address in places if address]


def _scores(own: Rows) -> Table:
    rows = [
        (
            item.grade_id,
            Cell(points(item.score, item.max_score, item.outcome), tone=tone(item)),
            item.outcome,
            item.message,
        )
        for item in own
    ]
    return Table("Points", ("Item", "Points", "Outcome", "Message"), rows, frozenset({"Points"}))


def _predictions(own: Rows) -> Table:
    rows = [
        (each.question, each.predicted, each.observed or "no run shows it", each.text)
        for each in own
    ]
    return Table("Predictions", ("Question", "Predicted", "Observed", "Why"), rows)


def _runs(own: Rows) -> Table:
    rows = [
        (
            run.label or str(number),
            plain(run.mode),
            run.saved_at,
            run.source,
            "yes" if run.counted else run.reason,
            run.shared_with or "nobody",
        )
        for number, run in enumerate(own[:MOST_RUNS], start=1)
    ]
    more = f", the first {MOST_RUNS} of {len(own)}" if len(own) > MOST_RUNS else ""
    head = ("Run", "Mode", "Saved", "Found in", "Counts", "Shared with")
    return Table(f"Saved runs{more}", head, rows)


def _matrices(own: Rows, saved: Weights) -> Iterator[Matrix]:
    """Yield the matrices of the first runs that count."""
    for run in [run for run in own if run.counted][:MOST_MATRICES]:
        if (run.student, run.run_id) in saved:
            yield matrix(plain(run.mode), saved[run.student, run.run_id])


def _answer(own: Any) -> Answer:
    if not pd.isna(own.untouched) and own.untouched:
        return Answer(own.cell, "", "as it was handed out")
    if len(own.text) > MOST_TEXT:
        remark = f"the first {MOST_TEXT:,} of {len(own.text):,} characters"
        return Answer(own.cell, own.text[:MOST_TEXT], remark)
    return Answer(own.cell, own.text, "")
