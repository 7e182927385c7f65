"""A class of any size without a grader: gradebook, verdicts, answers and records from dice."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook

from nbjudge import verdict
from nbjudge.lesson import Lesson, find_lesson
from nbjudge.verdict import Kind, Note, Outcome, Result, Verdict

REPOSITORY = Path(__file__).parents[2]
NAME = "07-self-attention"
NOTEBOOK = "self-attention"
VALUES = ([1, 1, 1], [1, 2, 9]), ([2, 1, 1], [1, 2, 9]), ([1, 2, 3], [3, 2, 1])
PATTERNS: tuple[tuple[str, ...], ...] = (
    (),
    (),
    (),
    ("rows-sum-to-one",),
    ("rows-sum-to-one",),
    ("softmax-is-stable",),
    ("rows-sum-to-one", "softmax-is-stable"),
    ("rows-sum-to-one", "softmax-is-stable", "output-mixes-values"),
    ("mask-changes-the-scores",),
    ("scores-are-scaled", "future-weight-is-zero"),
    ("rows-are-queries",),
)
"""Mistakes that students make together; the empty ones are those of the right ones."""

NOTES = (
    Note(Kind.REPAIR, "Cells were missing and were put back: own-test."),
    Note(Kind.RUN, "The cell 'my-test' hit the time limit.", "my-test"),
    Note(Kind.INTEGRITY, "Graded without a sandbox."),
)


@dataclass
class SyntheticClass:
    """Makes the class in ``root``; the same seed gives the same class."""

    root: Path
    seed: int = 7
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        """Load the dice."""
        self.dice = random.Random(self.seed)

    @cached_property
    def lesson(self) -> Lesson:
        return find_lesson(NAME, self.root)

    def make(self, size: int) -> Lesson:
        """Hand in, grade and record everything."""
        for folder in ("source", "grading", "release"):
            (self.root / folder).symlink_to(REPOSITORY / folder)
        points = dict(self.lesson.contract.points)
        with Gradebook(f"sqlite:///{self.root / 'gradebook.db'}") as gradebook:
            gradebook.add_assignment(NAME, duedate="2026-02-01 12:00:00 UTC")
            gradebook.add_notebook(NOTEBOOK, NAME)
            for name, worth in points.items():
                gradebook.add_grade_cell(name, NOTEBOOK, NAME, max_score=worth, cell_type="code")
        with closing(sqlite3.connect(self.root / "gradebook.db")) as database:
            for number in range(size):
                self._student(f"student-{number:04d}", points, database)
            database.commit()
        return self.lesson

    def _student(self, student: str, points: Mapping[str, float], db: sqlite3.Connection) -> None:
        wrong = self.dice.choice(PATTERNS)
        scores = {name: self._score(name, worth, wrong) for name, worth in points.items()}
        self._score_in(db, student, scores)
        notes = self.dice.choices([(), *((note,) for note in NOTES)], weights=[90, 4, 3, 3])[0]
        results = tuple(self._result(name, scores[name], worth) for name, worth in points.items())
        record = self._record(student)
        sources = {run["run_id"]: ("sidecar", "output") for run in record["runs"]}
        judged = Verdict(
            file=f"{NOTEBOOK}.ipynb", notes=notes, results=results, run_sources=sources
        )
        self._leave(student, judged, record)

    def _score(self, name: str, worth: float, wrong: tuple[str, ...]) -> float | None:
        if name in ("predict", "explain"):
            return None
        return 0.0 if name in wrong else float(worth)

    @staticmethod
    def _result(name: str, score: float | None, worth: float) -> Result:
        if score is None:
            return Result(name, Outcome.WAITING, None, worth)
        if score:
            return Result(name, Outcome.PASSED, score, worth)
        return Result(name, Outcome.FAILED, 0.0, worth, "Row 2 of 3 does not sum to 1.")

    def _record(self, student: str) -> Any:
        q, k = self.dice.choices(VALUES, weights=[8, 2, 1])[0]
        pair = ({"q": q, "k": k}, {"q": q, "k": k, "mask_after_softmax": True})
        return self.lesson.experiments.sample_record(pair, seed=student)

    def _leave(self, student: str, judged: Verdict, record: Any) -> None:
        released = self.root / "release" / NAME / f"{NOTEBOOK}.ipynb"
        notebook = nbformat.read(released, as_version=4)
        for cell in notebook.cells:
            if cell.metadata.get("nbgrader", {}).get("solution"):
                cell.source = f"{cell.source}\n# {self.dice.random()}"
        verdict.write(notebook.metadata, judged)
        folder = self.root / "autograded" / student / NAME
        folder.mkdir(parents=True)
        nbformat.write(notebook, folder / f"{NOTEBOOK}.ipynb")
        (folder / "experiments.json").write_text(json.dumps(record), "utf-8")
        submitted = self.root / "submitted" / student / NAME
        submitted.mkdir(parents=True)
        (submitted / f"{NOTEBOOK}.ipynb").write_text("{}", "utf-8")

    def _score_in(
        self, db: sqlite3.Connection, student: str, scores: Mapping[str, float | None]
    ) -> None:
        """Write rows as nbgrader would; its own mapper takes seconds for each student."""
        keys = self._keys()
        (assignment,) = db.execute("SELECT id FROM assignment").fetchone()
        (notebook,) = db.execute("SELECT id FROM notebook").fetchone()
        submission, handed_in = next(keys), next(keys)
        db.execute("INSERT INTO student(id) VALUES (?)", [student])
        db.execute(
            "INSERT INTO submitted_assignment(id, assignment_id, student_id, timestamp)"
            " VALUES (?, ?, ?, '2026-02-01 11:00:00.000000')",
            [submission, assignment, student],
        )
        db.execute(
            "INSERT INTO submitted_notebook(id, assignment_id, notebook_id, flagged)"
            " VALUES (?, ?, ?, 0)",
            [handed_in, submission, notebook],
        )
        for cell, name in db.execute("SELECT id, name FROM base_cell").fetchall():
            db.execute(
                "INSERT INTO grade(id, notebook_id, cell_id, auto_score, needs_manual_grade)"
                " VALUES (?, ?, ?, ?, ?)",
                [next(keys), handed_in, cell, scores[name], scores[name] is None],
            )

    def _keys(self) -> Iterator[str]:
        while True:
            yield f"{self.dice.getrandbits(128):032x}"
