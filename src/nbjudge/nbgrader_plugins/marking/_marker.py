"""Marks submissions: from the folder that was handed in to the autograded one."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from math import inf
from pathlib import Path

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.converters import Autograde
from nbgrader.utils import setenv

from ... import verdict
from ...notebook.choosing import Choice, choose
from ...notebook.files import copy_files, make_room, sha256_of, shown, submitted_at
from ...notebook.reading import UnreadableError, read_notebook
from ...verdict import Kind, Note, Verdict
from .._configured import Steps, marking_steps
from .._earlier import is_same, verdict_of
from .._locked import require_readable
from ..steps import CASE, Case
from ._brief import Brief
from ._marked import Marked
from ._recorded import Recorded

ENGINE = version("nbjudge")
"""A submission is graded again when this has changed."""


class Marker:
    """Runs nbgrader's preprocessors on submissions, one after the other, and keeps them warm.

    Parameters
    ----------
    root : Path
        A folder with the assignment's ``source`` and ``grading``.
    brief : Brief
        The assignment.
    source : Path
        The assignment's source folder: its files go over the student's.
    converter : Autograde
        nbgrader's, with its settings: which preprocessors there are, and which files are kept.

    Raises
    ------
    CourseError
        When the settings are not those of `configure`.
    """

    def __init__(self, converter: Autograde, root: Path, brief: Brief, source: Path) -> None:
        self._root = root
        self._brief = brief
        self._source = source
        self._keep = converter.exclude_overwriting.get(brief.assignment, ())
        self._wanted = fnmatch.filter(brief.masters, converter.coursedir.notebook_id)
        self._url = converter.coursedir.db_url
        self._sanitize, self._autograde = marking_steps(converter)

    def choose(self, folder: Path) -> list[Choice]:
        """Return which file of a submission stands for which notebook of the assignment.

        Raises
        ------
        PermissionError
            When the folder cannot be opened, so that nothing is known of what is in it.
        """
        require_readable(folder)
        masters = {name: self._brief.masters[name] for name in self._wanted}
        return choose(folder, {n: [c.grade_id for c in m.cells] for n, m in masters.items()})

    def is_unchanged(
        self,
        folder: Path,
        choices: Sequence[Choice],
        autograded: Path,
        recorded: Recorded | None,
    ) -> bool:
        """Whether the same files were marked by the same standard, and are in the gradebook.

        Parameters
        ----------
        folder : Path
            What was handed in.
        choices : sequence of Choice
            The notebooks in it.
        autograded : Path
            Where earlier autograded notebooks are.
        recorded : Recorded, optional
            The scores that the gradebook has; they may have been lost, or not written.
        """
        if recorded is None:
            return False
        submission = sha256_of(folder)
        for choice in choices:
            earlier = verdict_of(autograded / f"{choice.notebook}.ipynb")
            if earlier is None or not is_same(earlier, self._begin(submission, choice)):
                return False
            scores = {(choice.notebook, each.grade_id): each.score for each in earlier.results}
            if any(recorded.get(cell) != score for cell, score in scores.items()):
                return False
        return True

    def mark(
        self, student: str, folder: Path, choices: Sequence[Choice], destination: Path
    ) -> Marked:
        """Mark a submission.

        Parameters
        ----------
        student : str
            Whose it is.
        folder : Path
            What was handed in; it is only read.
        choices : sequence of Choice
            The notebooks in it.
        destination : Path
            Where the autograded notebooks and the files beside them go.
        """
        destination.mkdir(parents=True, exist_ok=True)
        left_out = copy_files(folder, destination)
        copy_files(self._source, destination, but=self._keep, largest=inf)
        moment, time_notes = submitted_at(folder)
        submission, marked = sha256_of(folder), Marked(student, moment, self._absent(choices))
        for choice in choices:
            begun = self._begin(submission, choice).noted(*left_out, *time_notes)
            resources = self._resources(student, choice.notebook, destination)
            notebook = self._notebook(choice, folder, begun, resources, destination)
            marked = replace(
                marked,
                verdicts={**marked.verdicts, choice.notebook: verdict.read(notebook.metadata)},
                comments={**marked.comments, choice.notebook: resources.get("comments", {})},
            )
        return marked

    def _begin(self, submission: str, choice: Choice) -> Verdict:
        """Return the verdict that a notebook starts with: of which files, by what standard."""
        return Verdict(
            submission=submission,
            master=self._brief.version(choice.notebook),
            engine=ENGINE,
            file=shown(Path(choice.path.name)) if choice.path else "",
            notes=choice.notes,
        )

    def _absent(self, choices: Sequence[Choice]) -> tuple[str, ...]:
        there = {choice.notebook for choice in choices}
        return tuple(name for name in self._wanted if name not in there)

    def _notebook(
        self,
        choice: Choice,
        folder: Path,
        begun: Verdict,
        resources: ResourcesDict,
        destination: Path,
    ) -> NotebookNode:
        notebook, begun = _read(choice, begun)
        specification = self._brief.kernelspecs[choice.notebook]
        notebook.metadata = NotebookNode({"kernelspec": specification} if specification else {})
        resources[CASE] = Case(self._root, folder, choice.notebook, self._brief.masters, begun)
        notebook = _through(self._sanitize, notebook, resources)
        name = f"{choice.notebook}.ipynb"
        for path, content in resources["outputs"].items():
            make_room(destination, Path(path))
            (destination / path).write_bytes(content)
        with setenv(NBGRADER_EXECUTION="autograde"):
            notebook = _through(self._autograde, notebook, resources)
        make_room(destination, Path(name))
        (destination / name).write_text(nbformat.v4.writes(notebook) + "\n", "utf-8")
        return notebook

    def _resources(self, student: str, notebook: str, destination: Path) -> ResourcesDict:
        """Return what nbgrader tells its preprocessors."""
        where = ResourcesDict(path=str(destination), name=notebook)
        names = {
            "student": student,
            "assignment": self._brief.assignment,
            "notebook": notebook,
            "db_url": self._url,
        }
        return ResourcesDict(metadata=where, outputs={}, unique_key=notebook, nbgrader=names)


def _through(steps: Steps, notebook: NotebookNode, resources: ResourcesDict) -> NotebookNode:
    for step in steps:
        notebook, _ = step(notebook, resources)
    return notebook


def _read(choice: Choice, begun: Verdict) -> tuple[NotebookNode, Verdict]:
    try:
        return (read_notebook(choice.path) if choice.path else new_notebook()), begun
    except UnreadableError as error:
        return new_notebook(), begun.noted(Note(Kind.UNREADABLE, str(error)))
