"""The report as pandas frames: what a TA or an instructor asks questions of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
from sqlalchemy import URL

from nbjudge.gradebook import from_environment
from nbjudge.lesson import FailureMode, Lesson

from ._gradebook import read_gradebook
from ._rows import columns, frame, rows_of_class
from .schemas import SCHEMAS


@dataclass(frozen=True)
class Frames:
    """One assignment of one class; ``docs/frames.md`` describes each column.

    Parameters
    ----------
    assignment : str
        The assignment's name.
    root : Path
        The course folder.
    read_at : datetime
        When gradebook and folders were read, UTC.
    modes : tuple of FailureMode
        What the columns of `failure_modes` mean.
    starter_fails : frozenset of str
        The hidden tests that fail on what was handed out.
    grades, submissions, notebooks, tests, notes, answers, failure_modes : DataFrame
    predictions, experiments, attention : DataFrame
    """

    assignment: str
    root: Path
    read_at: datetime
    modes: tuple[FailureMode, ...]
    starter_fails: frozenset[str]
    grades: pd.DataFrame
    submissions: pd.DataFrame
    notebooks: pd.DataFrame
    tests: pd.DataFrame
    notes: pd.DataFrame
    answers: pd.DataFrame
    failure_modes: pd.DataFrame
    predictions: pd.DataFrame
    experiments: pd.DataFrame
    attention: pd.DataFrame

    @property
    def several(self) -> bool:
        """Whether the assignment has several notebooks, so that each has to be named."""
        return self.notebooks.notebook.nunique() > 1

    def named(self) -> Iterator[tuple[str, pd.DataFrame]]:
        """Yield each frame with its name."""
        return ((name, getattr(self, name)) for name in SCHEMAS)


def load(lesson: Lesson, *, gradebook_url: str | None = None) -> Frames:
    """Return the frames of one lesson.

    Parameters
    ----------
    lesson : Lesson
        Its ``root`` holds the folders ``submitted/`` and ``autograded/``.
    gradebook_url : str, optional
        An SQLAlchemy URL; unless told otherwise what the environment's ``GRADEBOOK_URL`` names, or
        ``gradebook.db`` in the lesson's root.

    Raises
    ------
    ReportError
        When the gradebook is missing or broken, or does not have the assignment.
    LessonError
        When the lesson's ``grading/`` folder cannot be used.
    """
    read_at = datetime.now(UTC)
    file = URL.create("sqlite", database=str(lesson.root / "gradebook.db"))
    url = gradebook_url or from_environment() or file
    rows = rows_of_class(lesson, read_gradebook(url, lesson.name))
    made = {name: frame(name, rows[name], own) for name, own in columns(lesson).items()}
    return Frames(
        lesson.name,
        lesson.root,
        read_at,
        lesson.failure_modes,
        frozenset(lesson.contract.starter_fails),
        **made,
    )
