"""A course in a temporary folder: this lesson, a real gradebook, hand-made verdicts."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbgrader.api import Gradebook
from sqlalchemy import URL

from nbjudge import verdict
from nbjudge.lesson import Lesson, find_lesson
from nbjudge.report import Frames, load
from nbjudge.verdict import Note, Outcome, Result, Verdict

REPOSITORY = Path(__file__).parents[2]
NAME = "07-self-attention"
NOTEBOOK = "self-attention"
POINTS = {"predict": 2, "experiment": 4, "rows-sum-to-one": 4, "future-weight-is-zero": 1}
RIGHT = {"experiment": 4, "rows-sum-to-one": 4, "future-weight-is-zero": 1}


@dataclass
class Course:
    """What the tests say of a class, in their own words."""

    root: Path
    url: str = field(init=False)

    def __post_init__(self) -> None:
        """Name the gradebook as nbgrader does."""
        path = self.root / "gradebook.db"
        self.url = URL.create("sqlite", database=str(path)).render_as_string()

    @cached_property
    def lesson(self) -> Lesson:
        return find_lesson(NAME, self.root)

    def frames(self) -> Frames:
        return load(self.lesson)

    def gradebook(self) -> Gradebook:
        return Gradebook(self.url)

    def enrol(self, student: str) -> None:
        with self.gradebook() as gradebook:
            gradebook.update_or_create_student(student)

    def submit(self, student: str) -> Path:
        """Put a notebook where students' notebooks are; it is never run here."""
        folder = self.root / "submitted" / student / NAME
        folder.mkdir(parents=True)
        (folder / f"{NOTEBOOK}.ipynb").write_text("{}", "utf-8")
        return folder

    def score(
        self,
        student: str,
        auto: Mapping[str, float | None] = RIGHT,
        manual: Mapping[str, float] = {},
        extra: Mapping[str, float] = {},
        **submission: Any,
    ) -> None:
        """Write scores into the gradebook, as nbgrader's own preprocessor does."""
        self.enrol(student)
        with self.gradebook() as gradebook:
            gradebook.update_or_create_submission(NAME, student, **submission)
            for name in POINTS:
                grade = gradebook.find_grade(name, NOTEBOOK, NAME, student)
                grade.auto_score = auto.get(name)
                grade.manual_score = manual.get(name)
                grade.extra_credit = extra.get(name)
                grade.needs_manual_grade = grade.auto_score is None and grade.manual_score is None
            gradebook.db.commit()

    def autograde(
        self,
        student: str,
        auto: Mapping[str, float | None] = RIGHT,
        notes: tuple[Note, ...] = (),
        record: Any = None,
        messages: Mapping[str, str] = {},
        **rest: Any,
    ) -> Path:
        """Submit, score and leave an autograded notebook with its verdict."""
        self.submit(student)
        self.score(student, auto, **rest)
        results = tuple(_result(name, auto.get(name), messages) for name in POINTS)
        sources = {run["run_id"]: ("sidecar", "output") for run in (record or {}).get("runs", ())}
        judged = Verdict(
            file="self-attention.ipynb", notes=notes, results=results, run_sources=sources
        )
        return self.leave(student, judged, record)

    def leave(self, student: str, judged: Verdict | None, record: Any = None) -> Path:
        """Write the files that a grader leaves."""
        folder = self.root / "autograded" / student / NAME
        folder.mkdir(parents=True)
        notebook = nbformat.v4.new_notebook()
        if judged:
            verdict.write(notebook.metadata, judged)
        nbformat.write(notebook, folder / f"{NOTEBOOK}.ipynb")
        if record is not None:
            (folder / "experiments.json").write_text(json.dumps(record), "utf-8")
        return folder


def _result(name: str, score: float | None, messages: Mapping[str, str]) -> Result:
    outcome = Outcome.WAITING if score is None else Outcome.PARTIAL
    outcome = {POINTS[name]: Outcome.PASSED, 0: Outcome.FAILED}.get(score, outcome)  # type: ignore[arg-type]
    return Result(name, outcome, score, POINTS[name], messages.get(name, ""))


@pytest.fixture(scope="session")
def empty_gradebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gradebook with the assignment and nobody in it; made once, since that takes a second."""
    path = tmp_path_factory.mktemp("gradebook") / "gradebook.db"
    with Gradebook(f"sqlite:///{path}") as gradebook:
        gradebook.add_assignment(NAME, duedate="2026-02-01 12:00:00 UTC")
        gradebook.add_notebook(NOTEBOOK, NAME)
        for name, points in reversed(POINTS.items()):  # not in the master's order
            kind = "markdown" if name == "predict" else "code"
            gradebook.add_grade_cell(name, NOTEBOOK, NAME, max_score=points, cell_type=kind)
    return path


@pytest.fixture
def course(tmp_path: Path, empty_gradebook: Path) -> Course:
    """This repository's lesson in a course of its own."""
    root = tmp_path / "a course? #1"
    root.mkdir()
    for folder in ("source", "grading"):
        (root / folder).symlink_to(REPOSITORY / folder)
    shutil.copy(empty_gradebook, root / "gradebook.db")
    return Course(root)
