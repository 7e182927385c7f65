"""nbgrader's Autograde, for submissions as they really arrive."""

from __future__ import annotations

import fnmatch
import shutil
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException
from nbgrader.utils import setenv

from ..notebook.choosing import Choice, choose
from ..notebook.files import copy_files, make_room, sha256_of, shadowing, shown, submitted_at
from ..notebook.master import Master
from ..notebook.reading import UnreadableError, read_notebook
from ..verdict import Kind, Note, Verdict
from ._case import KEY, Case
from ._earlier import is_recorded, is_same, verdict_of, withdraw, zero
from ._master import load_masters, standard_of
from ._warm import missing_sandbox

ENGINE = version("nbjudge")
"""A submission is graded again when this has changed."""


class JudgedAutograde(Autograde):
    """Takes student ids literally, finds renamed notebooks, survives unreadable files.

    nbgrader constructs it in ``nbgrader autograde`` and behind the formgrader's button, and calls
    its methods in this order: `init_notebooks` once; then for each submission `init_destination`,
    `init_assignment`, and `convert_single_notebook` for each of its notebooks.
    """

    case: Case

    def init_notebooks(self) -> None:
        """Find the submissions, and in each the file that stands for each notebook."""
        missing = missing_sandbox(self.config)
        if missing:
            self._refuse(missing)
        self.masters: Mapping[str, Master] = self._load_masters()
        self.standard = standard_of(self._root, self.coursedir.assignment_id)
        self.choices: dict[str, Choice] = {}
        self.assignments: dict[str, list[str]] = {}
        for folder in self._folders():
            self._choose(folder)

    def _load_masters(self) -> Mapping[str, Master]:
        assignment = self.coursedir.assignment_id
        with self._gradebook() as gradebook:
            masters = load_masters(gradebook, assignment, self._path("release", "."))
        if not masters:
            self._refuse(f"The gradebook has no assignment {assignment!r}: release it first.")
        return masters

    def _folders(self) -> list[Path]:
        """Return the submissions' folders; a student id that exists is never taken for a glob."""
        literal = self._path("submitted", self.coursedir.student_id)
        if literal.is_dir():
            return [literal]
        pattern = literal.relative_to(self._root)
        found = sorted(path for path in self._root.glob(str(pattern)) if path.is_dir())
        if not found:
            self._refuse(f"Nothing was handed in: no folder matches {literal}.")
        return found

    def _choose(self, folder: Path) -> None:
        wanted = fnmatch.filter(self.masters, self.coursedir.notebook_id)
        ids = {name: [cell.grade_id for cell in self.masters[name].cells] for name in wanted}
        chosen = choose(folder, ids)
        for choice in chosen:
            standing = str(folder / f"{choice.notebook}.ipynb")
            self.choices[standing] = choice
            self.assignments.setdefault(str(folder), []).append(standing)
        if not chosen:
            self.log.warning("No notebook of the assignment is in %s", folder)
            student = self._student_of(folder)
            with self._gradebook() as gradebook:
                autograded = self._path("autograded", student)
                withdraw(gradebook, self.coursedir.assignment_id, student, autograded)

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Whether the submission has to be graded: not when nothing has changed since."""
        destination = self._path("autograded", student_id)
        excluded = student_id in self.coursedir.student_id_exclude.split(",")
        if excluded or (not self.force and self._unchanged(destination, student_id)):
            self.log.info("Nothing to do for %s", destination)
            return False
        if self.coursedir.notebook_id == "*" and destination.exists():
            shutil.rmtree(destination)
        return True

    def _unchanged(self, destination: Path, student_id: str) -> bool:
        folder = self._path("submitted", student_id)
        with self._gradebook() as gradebook:
            for choice in [self.choices[standing] for standing in self.notebooks]:
                earlier = verdict_of(destination / f"{choice.notebook}.ipynb")
                assignment = self.coursedir.assignment_id
                if (
                    earlier is None
                    or not is_same(earlier, self._begin(folder, choice))
                    or not is_recorded(gradebook, assignment, student_id, earlier)
                ):
                    return False
        return True

    def _begin(self, folder: Path, choice: Choice) -> Verdict:
        return Verdict(
            submission=sha256_of(folder),
            master=f"{self.masters[choice.notebook].sha256}+{self.standard}",
            engine=ENGINE,
            file=shown(Path(choice.path.name)) if choice.path else "",
            notes=choice.notes,
        )

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Copy the files, the instructor's over the student's, and record who handed in when."""
        folder, destination = (
            self._path("submitted", student_id),
            self._path("autograded", student_id),
        )
        self.left_out = (*copy_files(folder, destination), *shadowing(folder))
        copy_files(self._path("source", "."), destination)
        moment, self.time_notes = submitted_at(folder)
        there = {self.choices[standing].notebook for standing in self.notebooks}
        with self._gradebook() as gradebook:
            gradebook.update_or_create_student(student_id)
            gradebook.update_or_create_submission(assignment_id, student_id, timestamp=moment)
            zero(gradebook, assignment_id, student_id, but=there)

    def convert_single_notebook(self, notebook_filename: str) -> None:
        """Sanitise and repair what was handed in, then run and score it."""
        choice, folder = self.choices[notebook_filename], Path(notebook_filename).parent
        verdict = self._begin(folder, choice).noted(*self.left_out, *self.time_notes)
        notebook = new_notebook()
        try:
            notebook = read_notebook(choice.path) if choice.path else notebook
            notebook.metadata = NotebookNode()  # the kernel, too, is the master's to say
        except UnreadableError as error:
            verdict = verdict.noted(Note(Kind.UNREADABLE, str(error)))
        self.case = Case(self._root, folder, self.masters[choice.notebook], verdict)
        resources = self.init_single_notebook_resources(notebook_filename)
        self._init_preprocessors()
        output, resources = self.exporter.from_notebook_node(notebook, resources)
        for name in [f"{choice.notebook}.ipynb", *resources["outputs"]]:
            make_room(self._path("autograded", self._student_of(folder)), Path(name))
        self.write_single_notebook(output, resources)
        self._run(Path(self.writer.build_directory, f"{choice.notebook}.ipynb"))

    def init_single_notebook_resources(self, notebook_filename: str) -> Any:
        """Give both halves of the pipeline the case."""
        return super().init_single_notebook_resources(notebook_filename) | {KEY: self.case}

    def _run(self, sanitised: Path) -> None:
        """Run nbgrader's second half, which reads the sanitised notebook back."""
        self._sanitizing = False
        self._init_preprocessors()
        try:
            with setenv(NBGRADER_EXECUTION="autograde"):
                super(Autograde, self).convert_single_notebook(str(sanitised))
        finally:
            self._sanitizing = True

    def _gradebook(self) -> Any:
        return Gradebook(self.coursedir.db_url, self.coursedir.course_id)

    @property
    def _root(self) -> Path:
        return Path(self.coursedir.root)

    def _path(self, step: str, student: str) -> Path:
        """Return a student's folder in a step of the course; source and release have ``.``."""
        named = getattr(self.coursedir, f"{step}_directory")
        return Path(self.coursedir.format_path(named, student, self.coursedir.assignment_id))

    def _student_of(self, folder: Path) -> str:
        named = str(folder / "any.ipynb")
        resources = super().init_single_notebook_resources(named)
        return str(resources["nbgrader"]["student"])

    def _refuse(self, message: str) -> NoReturn:
        self.log.error(message)
        raise NbGraderException(message)
