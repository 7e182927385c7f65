"""What the course's folders hold: who is in the class, what was graded, the master's order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from nbjudge.lesson import Lesson
from nbjudge.verdict import Verdict

from ._errors import ReportError
from ._json import UnusableError, read_json, refuse
from ._notebooks import Answer, cells_of, joined, read_notebook

STEPS = ("submitted", "autograded")

CLOSED = -1
"""Stands for the number of notebooks in a folder that cannot be opened."""


@dataclass(frozen=True)
class Autograded:
    """What the grader left of one student.

    Parameters
    ----------
    notebooks : tuple of str
        All that the assignment has.
    files : tuple of str
        Names of the files that are there.
    verdicts : mapping of str to Verdict
        By notebook; those that are there and can be read.
    answers : tuple of Answer
        What stands in the cells in which students write.
    record : object
        The saved experiments as JSON values, untrusted; None when there are none.
    damaged : tuple of str
        Notebooks whose file, or the verdict in it, cannot be read.
    problems : tuple of str
        A sentence for each file that cannot be used.
    """

    notebooks: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    record: Any = None
    damaged: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @cached_property
    def verdict(self) -> Verdict | None:
        """One verdict for all notebooks; None when there is none, or none that can be read."""
        return joined(self.verdicts.values())

    @property
    def several(self) -> bool:
        """Whether the assignment has several notebooks, so that each has to be named."""
        return len(self.notebooks) > 1

    @property
    def absent(self) -> tuple[str, ...]:
        """Notebooks that are not there."""
        return tuple(name for name in self.notebooks if f"{name}.ipynb" not in self.files)


def students_with_folders(root: Path) -> frozenset[str]:
    """Return the names of the folders under ``submitted/`` and ``autograded/``.

    Names that begin with a dot are left out, as nbgrader leaves them out.

    Raises
    ------
    ReportError
        When one of the two cannot be opened.
    """
    steps = [root / step for step in STEPS if (root / step).is_dir()]
    try:
        folders = [folder for step in steps for folder in step.iterdir() if folder.is_dir()]
    except PermissionError as error:
        raise ReportError(
            f"{error.filename} cannot be opened ({error.strerror}): change its permissions."
        ) from error
    return frozenset(folder.name for folder in folders if not folder.name.startswith("."))


def notebooks_handed_in(lesson: Lesson, student: str) -> int | None:
    """Count the notebooks that a student handed in; None without a folder, or `CLOSED`."""
    folder = lesson.root / "submitted" / student / lesson.name
    try:
        return sum(path.suffix == ".ipynb" for path in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError:
        return CLOSED


def read_autograded(lesson: Lesson, notebooks: tuple[str, ...], student: str) -> Autograded:
    """Read a student's autograded files; what is broken becomes a sentence."""
    folder = lesson.root / "autograded" / student / lesson.name
    there = [name for name in notebooks if _is_file(folder / f"{name}.ipynb")]
    verdicts: dict[str, Verdict] = {}
    answers: list[Answer] = []
    problems, damaged, record = [], [], None
    for name in there:
        try:
            judged, written = read_notebook(folder / f"{name}.ipynb")
            verdicts |= {name: judged} if judged else {}
            answers += written
        except UnusableError as problem:
            damaged.append(name)
            problems.append(f"{problem} Grade this submission again.")
    try:
        record = read_json(folder / lesson.experiments.SIDECAR, constant=refuse)
    except UnusableError as problem:
        problems.append(f"{problem} Its runs are missing here.")
    files = tuple(f"{name}.ipynb" for name in there)
    return Autograded(
        notebooks, files, verdicts, tuple(answers), record, tuple(damaged), tuple(problems)
    )


def _is_file(path: Path) -> bool:
    """Whether there is a file; one that cannot be looked at is said when it is read."""
    try:
        return path.is_file()
    except PermissionError:
        return True


def grade_ids_in_order(lesson: Lesson) -> tuple[str, ...]:
    """Return the grade ids as the master's notebooks have them, as far as those can be read."""
    ids: dict[str, None] = {}
    for path in sorted(lesson.source.glob("*.ipynb")):
        try:
            ids |= {marks["grade_id"]: None for _cell, marks in cells_of(read_json(path))}
        except UnusableError:
            continue  # the order is a convenience; the audit reports a broken source
    return tuple(ids)
