"""What an earlier run left behind for a submission."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry

from .. import verdict
from ..notebook.reading import UnreadableError, read_metadata
from ..verdict import Verdict


def verdict_of(path: Path) -> Verdict | None:
    """Return the verdict in an autograded notebook; None when there is none."""
    try:
        found = verdict.read(read_metadata(path))
    except (UnreadableError, KeyError, TypeError, ValueError):
        return None
    return found if found.submission else None


def is_same(earlier: Verdict, now: Verdict) -> bool:
    """Whether an earlier verdict was finished, on the same files, by the same tests and grader."""
    return bool(earlier.results) and all(
        getattr(earlier, name) == getattr(now, name) for name in ("submission", "master", "engine")
    )


def withdraw(gradebook: Gradebook, assignment: str, student: str, autograded: Path) -> None:
    """Take back what an earlier submission earned by itself; what a person gave stays."""
    with suppress(FileNotFoundError):  # another run may be removing it as well
        shutil.rmtree(autograded)
    try:
        _zero(gradebook, assignment, student)
    except MissingEntry:
        return


def _zero(gradebook: Gradebook, assignment: str, student: str) -> None:
    for notebook in gradebook.find_submission(assignment, student).notebooks:
        for grade in notebook.grades:
            grade.auto_score = 0
            grade.needs_manual_grade = grade.manual_score is not None
    gradebook.db.commit()
