"""One course folder: its configuration, and nbgrader's converters run on it."""

from __future__ import annotations

import fnmatch
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.converters.base import BaseConverter, NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import SaveCells
from traitlets.config import Config
from traitlets.config.loader import ConfigFileNotFound, PyFileConfigLoader

from ..verdict import Verdict
from ._autograde import JudgedAutograde
from ._configured import (
    CONFIG,
    marking_steps,
    no_configuration,
    notes_on,
    require_release_steps,
)
from ._earlier import verdict_of
from ._errors import CourseError
from ._gradebook import examined, in_sentences, opened, require_there, require_writable
from ._locked import is_folder
from .steps import missing_sandbox


@dataclass
class Course:
    """A course folder and its configuration.

    Parameters
    ----------
    root : Path
        The folder with ``nbgrader_config.py``, ``source/`` and the gradebook.
    config : Config
        What ``nbgrader_config.py`` says.
    """

    root: Path
    config: Config = field(repr=False)  # the gradebook's password may be in it

    @property
    def gradebook_url(self) -> str:
        """The gradebook as an SQLAlchemy URL; it may hold a password, so it is never shown."""
        return str(self._directory().db_url)

    def release(self, assignment: str, *, into: Path, record: bool) -> None:
        """Generate the student release in a folder; record its cells in the gradebook, or not."""
        if record:
            self.require_writable()
        directory = self._directory(assignment_id=assignment, release_directory=str(into))
        source = self.source(assignment)
        if not any(source.glob("*.ipynb")):
            raise CourseError(f"There is nothing to release: {source} has no notebook.")
        converter = GenerateAssignment(coursedir=directory, config=self.config)
        converter.force, converter.no_database = True, not record
        if not record:
            converter.preprocessors = [pp for pp in converter.preprocessors if pp is not SaveCells]
        self._start(converter)

    def source(self, assignment: str) -> Path:
        """Return the folder with an assignment's sources."""
        directory = self._directory(assignment_id=assignment)
        return Path(directory.format_path(directory.source_directory, ".", assignment))

    def autograde(self, assignment: str, student: str, *, force: bool = False) -> None:
        """Grade one student's submission; one that has not changed is left alone."""
        directory = self._directory(assignment_id=assignment, student_id=student)
        converter = JudgedAutograde(coursedir=directory, config=self.config)
        converter.force, converter.examines = force, False
        self._start(converter)

    def converter(self, assignment: str) -> JudgedAutograde:
        """Return nbgrader's converter for an assignment; nothing is converted yet."""
        directory = self._directory(assignment_id=assignment)
        converter = JudgedAutograde(coursedir=directory, config=self.config)
        converter.log = logging.Logger("nbjudge.desk")
        return converter

    def submitted(self, assignment: str) -> dict[str, Path]:
        """Return the folders that were handed in, by student id; closed ones among them."""
        step = self._directory().submitted_directory
        folders = Path(self.root, step).glob("*")
        found = {folder.name: folder / assignment for folder in folders}
        return {
            student: folder
            for student, folder in found.items()
            if not student.startswith(".") and is_folder(folder)
        }

    def submitted_by(self, student: str, assignment: str) -> Path:
        """Return the folder that a student handed in, or would have."""
        return Path(self.root, self._directory().submitted_directory, student, assignment)

    def verdicts(self, assignment: str, student: str) -> list[Verdict]:
        """Return the verdicts of a student's autograded notebooks, as far as they can be read."""
        return list(self.verdicts_by_notebook(assignment, student).values())

    def verdicts_by_notebook(self, assignment: str, student: str) -> dict[str, Verdict]:
        """Return the verdicts of a student's autograded notebooks by the notebooks' names."""
        folder = Path(self.root, self._directory().autograded_directory, student, assignment)
        try:
            found = {path.stem: verdict_of(path) for path in sorted(folder.glob("*.ipynb"))}
        except PermissionError:
            return {}
        return {name: verdict for name, verdict in found.items() if verdict is not None}

    def autograded(self, assignment: str) -> list[str]:
        """Return the students who have a folder of autograded notebooks, sorted."""
        folders = Path(self.root, self._directory().autograded_directory).glob(f"*/{assignment}")
        return sorted(f.parent.name for f in folders if not f.parent.name.startswith("."))

    def notebooks(self, assignment: str) -> tuple[str, ...]:
        """Return the names of an assignment's notebooks that are graded, sorted."""
        with self.gradebook() as gradebook:
            names = [notebook.name for notebook in gradebook.find_assignment(assignment).notebooks]
        return tuple(sorted(fnmatch.filter(names, self._directory().notebook_id)))

    def set_due(self, assignment: str, due: datetime) -> None:
        """Set the due date, an aware time, when the gradebook has none yet."""
        with self.gradebook() as gradebook:
            found = gradebook.find_assignment(assignment)
            if found.duedate is None:
                gradebook.update_or_create_assignment(assignment, duedate=due)

    def leave_the_sandbox_out(self) -> None:
        """Run student code as the user who grades; every verdict then says so."""
        self.config.JudgeCells.sandbox = False

    def keep_apart(self) -> None:
        """Have a gradebook of its own: what is tried in a copy must not reach the real one."""
        self.config.CourseDirectory.db_url = f"sqlite:///{self.root / 'gradebook.db'}"

    def require_configured(self) -> None:
        """Refuse settings with which code would run, or a release be made, by other steps."""
        directory = self._directory()
        marking_steps(JudgedAutograde(coursedir=directory, config=self.config))
        require_release_steps(GenerateAssignment(coursedir=directory, config=self.config))

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on its settings that its owner should know."""
        return notes_on(self.config)

    def require(self, assignment: str, *, writing: bool = True) -> None:
        """Refuse without a gradebook, without the assignment in it, or without a sandbox.

        Parameters
        ----------
        assignment : str
            The assignment's name.
        writing : bool
            Whether the gradebook has to be writable as well.
        """
        missing = missing_sandbox(self.config)
        if missing:
            raise CourseError(missing)
        require_there(self.gradebook_url, assignment)
        if writing:
            self.require_writable()
        with self.gradebook() as gradebook:
            try:
                released = bool(gradebook.find_assignment(assignment).notebooks)
            except MissingEntry:
                released = False
        if not released:
            raise CourseError(f"The gradebook has no assignment {assignment!r}: release it first.")

    def require_writable(self) -> None:
        """Refuse a gradebook that cannot be written; one that is not there yet can be."""
        require_writable(self.gradebook_url)

    @contextmanager
    def gradebook(self) -> Iterator[Any]:
        """Open the gradebook, or say in a sentence why it cannot be opened."""
        course_id = self.config.CourseDirectory.get("course_id", "")
        with opened(self.gradebook_url, course_id) as gradebook:
            yield gradebook

    def examine_gradebook(self) -> tuple[str, ...]:
        """Refuse a gradebook that is damaged or out of reach; return what one should know of it.

        Once for each command: all of an SQLite file is read.
        """
        return examined(self.gradebook_url)

    def _directory(self, **settings: str) -> CourseDirectory:
        return CourseDirectory(config=self.config, root=str(self.root), **settings)

    def _start(self, converter: BaseConverter) -> None:
        handler = _Kept()
        converter.log = logging.Logger(f"nbjudge.{type(converter).__name__}")
        converter.log.addHandler(handler)
        try:
            with in_sentences(self.gradebook_url):
                converter.start()
        except NbGraderException as error:
            said = handler.last_error() or str(error)
            raise CourseError(
                f"nbgrader stopped at {converter.coursedir.assignment_id}: {said}"
            ) from error
        except OSError as error:
            raise CourseError(f"{error.filename} cannot be used: {error.strerror}.") from error


class _Kept(logging.Handler):
    """Keeps the errors that nbgrader logs, so that its own sentence can be shown."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(record.getMessage())

    def last_error(self) -> str:
        """Return what the first traceback ended with, or the last error, in one line."""
        tracebacks = [text for text in self.errors if text.startswith("Traceback")]
        lines = (tracebacks or self.errors[-1:] or [""])[0].strip().splitlines()
        raised = [line for line in lines if re.match(r"[A-Za-z_][\w.]*: ", line)]
        return (raised or lines or [""])[-1]


def open_course(root: Path) -> Course:
    """Return the course in a folder.

    Raises
    ------
    CourseError
        When there is no ``nbgrader_config.py``, when it cannot be run, or when it does not leave
        the course set up by `configure`.
    """
    try:
        config = PyFileConfigLoader(CONFIG, str(root)).load_config()
    except ConfigFileNotFound:
        raise no_configuration(root) from None
    except (Exception, SystemExit) as error:
        raise CourseError(
            f"{root / CONFIG} cannot be run: {type(error).__name__}: {error}."
        ) from error
    # nbgrader reports database errors there too, with their tracebacks; ours are sentences
    logging.getLogger("tornado.application").addHandler(logging.NullHandler())
    course = Course(root.resolve(), config)
    course.require_configured()
    return course
