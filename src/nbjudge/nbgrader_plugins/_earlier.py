"""What an earlier run left behind for a submission."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry

from .. import verdict
from ..notebook.reading import UnreadableError, read_notebook
from ..verdict import Verdict


def verdict_of(path: Path) -> Verdict | None:
    """Return the verdict in an autograded notebook; None when there is none."""
    try:
        found = verdict.read(read_notebook(path).metadata)
    except (UnreadableError, KeyError, TypeError, ValueError):
        return None
    return found if found.submission else None


def is_same(earlier: Verdict | None, now: Verdict) -> bool:
    """Whether an earlier verdict is on the same files, by the same tests and the same grader."""
    return earlier is not None and (earlier.submission, earlier.master, earlier.engine) == (
        now.submission,
        now.master,
        now.engine,
    )


def withdraw(gradebook: Gradebook, assignment: str, student: str, autograded: Path) -> None:
    """Take back what an earlier submission earned by itself; what a person gave stays."""
    if autograded.exists():
        shutil.rmtree(autograded)
    try:
        zero(gradebook, assignment, student)
    except MissingEntry:
        return


def zero(gradebook: Gradebook, assignment: str, student: str, but: Collection[str] = ()) -> None:
    """Give 0 automatic points for the notebooks that are not there."""
    for notebook in gradebook.find_submission(assignment, student).notebooks:
        for grade in notebook.grades if notebook.name not in but else ():
            grade.auto_score = 0
            grade.needs_manual_grade = grade.manual_score is not None
    gradebook.db.commit()
