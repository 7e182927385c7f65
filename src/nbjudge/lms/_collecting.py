"""Collects submissions: from downloads to ``submitted/<student>/<assignment>/``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..report import printable
from ._archive import Refusal
from ._attempts import Attempt
from ._errors import LmsError, RefusedError
from ._handed_in import HandedIn
from ._placing import Expected, place
from ._policy import Policy, choose
from ._timing import Clock, told_lateness
from ._unpacking import TooMuchError, unpack
from ._writing import Change, change, move, scratch_in, stamp

NOTHING = "-"


@dataclass(frozen=True)
class Rules:
    """How to collect.

    Parameters
    ----------
    submitted : Path
        The course's folder of hand-ins.
    assignment : str
    expected : Expected
    policy : Policy
    due : callable
        Student → due date, UTC, with the student's extension; None when there is none.
    score : callable
        Grades a folder as if it were a submission, for ``Policy.BEST``; None when it cannot.
    clock : Clock
    force : bool
        Replace submissions that are there already.
    dry_run : bool
        Write nothing into the course folder.
    """

    submitted: Path
    assignment: str
    expected: Expected
    policy: Policy
    due: Callable[[str], datetime | None]
    score: Callable[[Path], float | None]
    clock: Clock
    force: bool = False
    dry_run: bool = False


@dataclass(frozen=True)
class Taken:
    """What became of one student's hand-ins: a row of the table.

    ``refused`` counts what was not taken: the whole of it, or single files.
    """

    student: str
    attempts: int
    taken: str = NOTHING
    lateness: str = NOTHING
    notes: tuple[str, ...] = ()
    refused: int = 0


def collect(found: HandedIn, rules: Rules) -> Iterator[Taken]:
    """Take one attempt of each student, and say what became of each; also of those without one.

    Raises
    ------
    LmsError
        When a time has no zone, or the course folder cannot be written.
    """
    try:
        with scratch_in(None if rules.dry_run else rules.submitted) as scratch:
            for student, (owner, attempts) in found.attempts.items():
                timed = rules.clock.timed(attempts, owner, student)
                with scratch_in(scratch) as own:
                    yield _take(student, timed, rules, own)
    except OSError as error:
        raise LmsError(
            f"{error.filename or rules.submitted} cannot be written ({error.strerror}): "
            "what was collected before is whole; mend it and run this again."
        ) from error
    for student in found.missing:
        yield Taken(student, 0, notes=("nothing handed in",))


def _take(student: str, attempts: Sequence[Attempt], rules: Rules, scratch: Path) -> Taken:
    due, folder = rules.due(student), scratch / "taken"
    trial = _Trial(rules, scratch)
    try:
        choice = choose(attempts, rules.policy, due, trial.score)
        attempt = attempts[choice.index]
        notes = [*choice.notes, *trial.arrange(attempt, folder)]
    except (TooMuchError, RefusedError) as error:
        told = f"refused: {printable(str(error))}"
        return Taken(student, len(attempts), notes=(told,), refused=1)
    stamp(folder, attempt.submitted_at)
    late, doubts = told_lateness(attempt, due)
    try:
        changed = _put(student, folder, rules, scratch)
    except PermissionError as error:
        told = f"refused: {printable(str(error.filename))} cannot be replaced ({error.strerror})"
        return Taken(student, len(attempts), notes=(told,), refused=1)
    if changed is Change.KEPT:
        notes.insert(0, "another submission is there: --force replaces it")
    return Taken(
        student,
        len(attempts),
        NOTHING if changed is Change.KEPT else f"{choice.index + 1}, {changed}",
        late,
        (*notes, *doubts),
        len(trial.refused) + (changed is Change.KEPT),
    )


def _put(student: str, folder: Path, rules: Rules, scratch: Path) -> Change:
    """Move a folder to where the grader looks, unless that would change what it must not."""
    target = rules.submitted / student / rules.assignment
    changed = change(folder, target, force=rules.force)
    if changed in (Change.NEW, Change.REPLACED) and not rules.dry_run:
        move(folder, target, scratch / "before")
    return changed


class _Trial:
    """One student's attempts on their way into folders."""

    def __init__(self, rules: Rules, scratch: Path) -> None:
        self.rules, self.scratch = rules, scratch
        self.refused: list[Refusal] = []

    def arrange(self, attempt: Attempt, folder: Path) -> list[str]:
        """Write an attempt's files as the grader expects them; return what there is to say."""
        with scratch_in(self.scratch) as unpacked:
            self.refused = unpack(attempt.files, unpacked)
            folder.mkdir()
            notes = place(unpacked, folder, self.rules.expected)
        if attempt.typed:
            notes.append("text was typed into the LMS, and is not taken")
        return [*notes, *(f"left out: {one.sentence}" for one in self.refused)]

    def score(self, attempt: Attempt) -> float | None:
        """Grade an attempt apart from the course; one that is too large gets nothing."""
        with scratch_in(self.scratch) as folder:
            try:
                self.arrange(attempt, folder / "attempt")
            except TooMuchError:
                return None
            return self.rules.score(folder / "attempt")
