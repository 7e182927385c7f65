"""A class is marked by several processes, and entered into the gradebook by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from ..notebook.choosing import Choice
from ._autograde import JudgedAutograde
from ._earlier import withdraw
from ._errors import CourseError
from ._locked import require_replaceable, sentence
from .afar import Kit, Parcel, Reply, pack, pack_kit, unpack
from .marking import Ledger, Marked, Marker, connected, recorded_scores
from .steps import warm


class Open(Protocol):
    """What of a course is needed here."""

    def converter(self, assignment: str) -> JudgedAutograde: ...
    def gradebook(self) -> Any: ...


@dataclass(frozen=True)
class Done:
    """What one process has to tell the other of a submission.

    Parameters
    ----------
    student : str
        Whose it is.
    marked : Marked, optional
        None when there is nothing to enter: no notebook was handed in, or nothing has changed.
    staged : Path, optional
        Where the autograded files are.
    absent : bool
        Whether no notebook was handed in.
    failure : str
        Why it could not be marked: what permissions forbid, or a full disk.
    seconds : float
        What marking took.
    """

    student: str
    marked: Marked | None = None
    staged: Path | None = None
    absent: bool = False
    failure: str = ""
    seconds: float = 0.0


class Desk:
    """Marks submissions of one assignment (in any process), and enters them (in one).

    Parameters
    ----------
    course : Open
        The course.
    assignment : str
        The assignment's name.
    force : bool
        Mark again what has not changed.
    """

    def __init__(self, course: Open, assignment: str, *, force: bool = False) -> None:
        self._course = course
        self._converter = course.converter(assignment)
        self._assignment = assignment
        self._brief = self._converter.load_brief()
        self._url = self._converter.coursedir.db_url
        self._staging = self._converter.staging()
        with connected(self._url) as connection:
            self._recorded = {} if force else recorded_scores(connection, assignment)
        self._marker = Marker(
            self._converter, self._root, self._brief, self._converter.path("source", ".")
        )

    @property
    def _root(self) -> Path:
        return Path(self._converter.coursedir.root)

    def _autograded(self, student: str) -> Path:
        return self._converter.path("autograded", student)

    def begin_elsewhere(self) -> None:
        """Be ready in a process that was forked: the sandbox of the other one is not its own."""
        warm.cache_clear()

    def mark(self, student: str) -> Done:
        """Mark a submission, and leave the autograded files where nobody looks for them yet."""
        try:
            return self._mark(student)
        except OSError as error:
            if error.filename is None:
                raise
            return Done(student, failure=sentence(error))

    def _mark(self, student: str) -> Done:
        started = monotonic()
        folder = self._converter.path("submitted", student)
        choices = self._marker.choose(folder)
        settled = self._settled(student, folder, choices)
        if settled is not None:
            return settled
        staged = self._stage(student)
        marked = self._marker.mark(student, folder, choices, staged)
        self._protect(staged)
        return Done(student, marked, staged, seconds=monotonic() - started)

    @cached_property
    def kit(self) -> Kit:
        """What somebody elsewhere has to have before the first parcel."""
        config, source = self._converter.config, self._converter.path("source", ".")
        return pack_kit(self._brief, config, self._root, source)

    def parcel(self, student: str) -> Done | Parcel | None:
        """Return what there is to send; `Done` when nothing is, None when it cannot be sent."""
        folder = self._converter.path("submitted", student)
        try:
            settled = self._settled(student, folder, self._marker.choose(folder))
        except PermissionError as error:
            return Done(student, failure=sentence(error))
        return settled or pack(student, folder, self.kit.source)

    def receive(self, reply: Reply) -> Done:
        """Put what was marked elsewhere where `mark` would have left it."""
        student = reply.marked.student
        staged = self._stage(student)
        unpack(reply.files, staged, self.kit.source)
        self._protect(staged)
        return Done(student, reply.marked, staged, seconds=reply.seconds)

    def _settled(self, student: str, folder: Path, choices: Sequence[Choice]) -> Done | None:
        """Return what is known without marking: nothing was handed in, or nothing has changed."""
        if not choices:
            return Done(student, absent=True)
        autograded, recorded = self._autograded(student), self._recorded.get(student)
        if self._marker.is_unchanged(folder, choices, autograded, recorded):
            return Done(student)
        return None

    def _stage(self, student: str) -> Path:
        return self._staging.folder(student, self._assignment)

    def _protect(self, folder: Path) -> None:
        """Give the files the permissions that nbgrader gives them."""
        permissions = int(str(self._converter.permissions), 8)
        for path in folder.rglob("*"):
            if path.is_file():
                path.chmod(permissions)

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        """Open the gradebook for entries; at the end nothing is left of what was staged.

        Raises
        ------
        CourseError
            When nothing can be written to the autograded step's folder.
        """
        with self._staging.opened(), connected(self._url) as connection:
            yield self._converter.ledger(connection)

    def enter(self, ledger: Ledger, done: Done) -> None:
        """Enter what was marked, and put the autograded files into their place.

        Raises
        ------
        CourseError
            When those files cannot be replaced; then nothing is entered.
        """
        if done.failure:
            raise CourseError(done.failure)
        try:
            self._enter(ledger, done)
        except PermissionError as error:
            raise CourseError(sentence(error)) from error

    def _enter(self, ledger: Ledger, done: Done) -> None:
        autograded = self._autograded(done.student)
        if done.absent:
            if autograded.exists():
                require_replaceable(autograded)
            with self._course.gradebook() as gradebook:
                withdraw(gradebook, self._assignment, done.student, autograded)
        elif done.marked is not None and done.staged is not None:
            ledger.admit(done.student)
            require_replaceable(autograded)
            ledger.enter(done.marked)
            self._staging.put(done.staged, autograded)
