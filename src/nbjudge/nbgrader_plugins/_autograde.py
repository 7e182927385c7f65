"""nbgrader's Autograde, for submissions as they really arrive."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from nbgrader.api import Gradebook
from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException
from sqlalchemy.engine import Connection

from ..gradebook import GradebookError, examine
from ..notebook.choosing import Choice
from ._configured import marking_steps, notes_on
from ._earlier import withdraw
from ._errors import CourseError
from ._gradebook import require_writable
from ._late import late_penalty
from ._locked import is_folder, require_readable, require_replaceable, sentence
from ._staging import Staging
from .marking import Brief, Ledger, Marker, connected, load_brief, recorded_scores
from .steps import missing_kernels, missing_sandbox


class JudgedAutograde(Autograde):
    """Takes student ids literally, finds renamed notebooks, survives unreadable files.

    nbgrader constructs it in ``nbgrader autograde`` and behind the formgrader's button, and calls
    its methods in this order: `init_notebooks` once; then for each submission `init_destination`,
    `init_assignment`, and `convert_single_notebook` for each of its notebooks.
    """

    examines = True
    """Whether the gradebook is looked through at the start; not by who has just done so."""

    def init_notebooks(self) -> None:
        """Find the submissions, and in each the file that stands for each notebook."""
        self._require_ours()
        missing = missing_sandbox(self.config)
        if missing:
            self._refuse(missing)
        if self.examines:
            self._examine()
        self._require_place()
        self.brief = self.load_brief()
        self.locked: list[str] = []
        self.marker = Marker(self, self._root, self.brief, self.path("source", "."))
        self.choices: dict[Path, list[Choice]] = {}
        self.assignments: dict[str, list[str]] = {}
        for folder in self._folders():
            self._choose(folder)

    def _require_ours(self) -> None:
        """Refuse to run anything by nbgrader's own steps, which have no sandbox.

        nbgrader only logs what goes wrong in its configuration file, and goes on with its defaults.
        """
        try:
            marking_steps(self)
        except CourseError as error:
            self._refuse(str(error))
        for note in notes_on(self.config):
            self.log.warning("%s", note)

    def _require_place(self) -> None:
        """Refuse before anything is marked when none of it could be put in its place."""
        try:
            require_replaceable(self._root / self.coursedir.autograded_directory)
        except PermissionError as error:
            self._refuse(sentence(error))

    def _examine(self) -> None:
        """Refuse a gradebook that is damaged or out of reach, with a sentence."""
        try:
            for note in examine(self.coursedir.db_url):
                self.log.warning("%s", note)
            require_writable(self.coursedir.db_url)
        except (CourseError, GradebookError) as error:
            self._refuse(str(error))

    def load_brief(self) -> Brief:
        """Return what of the gradebook somebody must know who marks; refuse when there is none."""
        assignment = self.coursedir.assignment_id
        with self._gradebook() as gradebook:
            brief = load_brief(gradebook, assignment, self._root, self.path("release", "."))
            if brief is None:
                self._refuse(f"The gradebook has no assignment {assignment!r}: release it first.")
            missing = missing_kernels(gradebook, assignment, brief.masters)
        if missing:
            self._refuse(missing)
        return brief

    def _folders(self) -> list[Path]:
        """Return the submissions' folders; a student id that exists is never taken for a glob."""
        literal = self.path("submitted", self.coursedir.student_id)
        if is_folder(literal):
            return [literal]
        pattern = literal.relative_to(self._root)
        found = sorted(path for path in self._root.glob(str(pattern)) if is_folder(path))
        self._note_closed(self._root.glob(str(pattern.parent)))
        if not found and not self.locked:
            self._refuse(f"Nothing was handed in: no folder matches {literal}.")
        return found

    def _note_closed(self, folders: Iterable[Path]) -> None:
        """Remember what cannot be looked into: nobody knows what was handed in there."""
        for folder in folders:
            try:
                if folder.is_dir():
                    require_readable(folder)
            except PermissionError as error:
                self.locked.append(sentence(error))

    def convert_notebooks(self) -> None:
        """Mark all submissions, and then say which ones permissions kept from being marked."""
        super().convert_notebooks()
        if self.locked:
            self._refuse(" ".join(["Not graded:", *self.locked]))

    def _choose(self, folder: Path) -> None:
        try:
            chosen = self.marker.choose(folder)
            if self.coursedir.notebook_id == "*":
                require_replaceable(self.path("autograded", self._student_of(folder)))
        except PermissionError as error:
            self.locked.append(sentence(error))
            return
        if chosen:
            self.choices[folder] = chosen
            names = [str(folder / f"{choice.notebook}.ipynb") for choice in chosen]
            self.assignments[str(folder)] = names
            return
        self.log.warning("No notebook of the assignment is in %s", folder)
        student = self._student_of(folder)
        with self._gradebook() as gradebook:
            autograded = self.path("autograded", student)
            withdraw(gradebook, self.coursedir.assignment_id, student, autograded)

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Whether the submission has to be graded: not when nothing has changed since."""
        destination = self.path("autograded", student_id)
        excluded = student_id in self.coursedir.student_id_exclude.split(",")
        if excluded or (not self.force and self._unchanged(destination, student_id)):
            self.log.info("Nothing to do for %s", destination)
            return False
        return True

    def _unchanged(self, destination: Path, student_id: str) -> bool:
        folder, assignment = self.path("submitted", student_id), self.coursedir.assignment_id
        with connected(self.coursedir.db_url) as connection:
            recorded = recorded_scores(connection, assignment, student_id).get(student_id)
        return self.marker.is_unchanged(folder, self.choices[folder], destination, recorded)

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Mark the submission, and enter it into the gradebook."""
        folder, destination = (
            self.path("submitted", student_id),
            self.path("autograded", student_id),
        )
        self.log.info("Grading %s", folder)
        staging = self.staging()
        with staging.opened(), connected(self.coursedir.db_url) as connection:
            ledger = self.ledger(connection)
            try:
                ledger.admit(student_id)
            except LookupError as error:
                self._refuse(str(error))
            whole = self.coursedir.notebook_id == "*"
            place = staging.folder(student_id, assignment_id) if whole else destination
            marked = self.marker.mark(student_id, folder, self.choices[folder], place)
            ledger.enter(marked)
            if whole:
                staging.put(place, destination)

    def set_permissions(self, assignment_id: str, student_id: str) -> None:
        """Give the files their permissions; another run may be replacing them just now."""
        with suppress(FileNotFoundError):
            super().set_permissions(assignment_id, student_id)

    def staging(self) -> Staging:
        """Return where submissions are marked before they are put in their place."""
        return Staging(self._root / self.coursedir.autograded_directory)

    def ledger(self, connection: Connection) -> Ledger:
        """Return where marks are entered, with the settings that nbgrader has for it."""
        return Ledger(
            connection,
            self.coursedir.assignment_id,
            late_penalty(self.config),
            new_students=self.create_student,
        )

    def convert_single_notebook(self, notebook_filename: str) -> None:
        """Do nothing more: all notebooks of a submission are marked together."""

    def _gradebook(self) -> Any:
        return Gradebook(self.coursedir.db_url, self.coursedir.course_id)

    @property
    def _root(self) -> Path:
        return Path(self.coursedir.root)

    def path(self, step: str, student: str) -> Path:
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
