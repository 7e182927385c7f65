"""Who has handed in what, in one or several downloads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ._archive import Refusal, opened
from ._attempts import Attempt, attempts_of
from ._naming import Naming, Owner
from ._placing import Expected
from ._roster import Person, Roster
from ._student_ids import why_unusable

NamingOf = Callable[[Iterable[PurePosixPath]], Naming]
"""Returns the naming of one download, whose paths it is told."""


@dataclass(frozen=True)
class HandedIn:
    """All that is in the downloads; they stay open as long as it is used.

    Parameters
    ----------
    attempts : mapping of str to (Owner, list of Attempt)
        By student, in the order of their ids.
    missing : tuple of str
        Students of the roster who handed nothing in.
    refusals : tuple of Refusal
        Files that are nobody's, or that are not taken whoever they belong to.
    """

    attempts: Mapping[str, tuple[Owner, list[Attempt]]]
    missing: tuple[str, ...]
    refusals: tuple[Refusal, ...]


@contextmanager
def handed_in(
    archives: Sequence[Path], naming_of: NamingOf, expected: Expected, roster: Roster | None = None
) -> Iterator[HandedIn]:
    """Read downloads, and find out who has handed in what.

    Parameters
    ----------
    archives : sequence of Path
        Zips or folders, the oldest first.
    naming_of : callable
    expected : Expected
    roster : Roster, optional
        Says which student is meant by the LMS's number; without one, the number is the id.

    Raises
    ------
    LmsError
        When an archive cannot be read.
    """
    with ExitStack() as stack:
        contents = [stack.enter_context(opened(path)) for path in archives]
        downloads = [(m, naming_of([one.path for one in m])) for m, _refusals in contents]
        owners, nobodys = attempts_of(downloads, expected.notebooks)
        refusals = [one for _members, refused in contents for one in refused] + nobodys
        people = roster.by_key() if roster else None
        attempts = {}
        for owner, own in owners.items():
            student, why = _student_of(owner, people)
            if why:
                refusals.append(Refusal(str(owner), why))
            else:
                attempts[student] = (owner, own)
        ids = {one.student for one in people.values() if one.student} if people else set[str]()
        missing = sorted(ids - attempts.keys())
        yield HandedIn(dict(sorted(attempts.items())), tuple(missing), tuple(refusals))


def _student_of(owner: Owner, people: Mapping[str, Person] | None) -> tuple[str, str]:
    """Return the student's id, and why there is none."""
    if people is None:
        why = why_unusable(owner.key)
        return owner.key, f"has an id that {why}" if why else ""
    person = people.get(owner.key)
    if person is None:
        return "", "is not in the roster"
    return person.student, "" if person.student else "has no such id in the roster"
