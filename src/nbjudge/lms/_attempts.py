"""Puts the files of one or several downloads together to students and their attempts."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

from ._archive import Member, Refusal
from ._errors import RefusedError
from ._member_names import inside
from ._naming import Named, Naming, Owner, unnumbered

Found = tuple[Named, Member]


@dataclass(frozen=True)
class Attempt:
    """What one student handed in at one time.

    Parameters
    ----------
    files : tuple of (PurePosixPath, Member)
        Each file with its path within the submission.
    typed : tuple of (PurePosixPath, Member)
        Texts that were typed into the LMS.
    order : tuple of int
        Sorts a student's attempts, the earliest first, where no times are known: by what the
        LMS's numbers tell, then by the download, then by the copy in it.
    late : bool or None
        What the LMS says of it; None where it says nothing.
    submitted_at : datetime or None
        UTC.
    doubts : tuple of str
        What there is to say of that time.
    """

    files: tuple[tuple[PurePosixPath, Member], ...]
    typed: tuple[tuple[PurePosixPath, Member], ...]
    order: tuple[int, int, int]
    late: bool | None
    submitted_at: datetime | None = None
    doubts: tuple[str, ...] = ()


def attempts_of(
    downloads: Iterable[tuple[Sequence[Member], Naming]], notebooks: Container[str]
) -> tuple[dict[Owner, list[Attempt]], list[Refusal]]:
    """Return each student's attempts, the earliest first, and the files that are nobody's.

    Parameters
    ----------
    downloads : iterable of (sequence of Member, Naming)
        In the order in which they were made. An LMS gives the last attempt of each student only,
        so earlier ones are known from earlier downloads; one that is in several counts once.
    notebooks : container of str
        The right names of the assignment's notebooks.
    """
    attempts: dict[str, list[Attempt]] = {}
    owners: dict[str, Owner] = {}
    refusals: list[Refusal] = []
    for number, (members, naming) in enumerate(downloads):
        for (key, _label), found in _grouped(members, naming, refusals).items():
            owners.setdefault(key, found[0][0].owner)
            attempts.setdefault(key, []).extend(_split(found, number, notebooks))
    return {owners[key]: _once(found) for key, found in attempts.items()}, refusals


def _grouped(
    members: Iterable[Member], naming: Naming, refusals: list[Refusal]
) -> dict[tuple[str, str], list[Found]]:
    """Group one download's files by student and attempt; what lies beside attempts joins each."""
    groups: dict[tuple[str, str], list[Found]] = {}
    for member in members:
        try:
            named = _named(member.path, naming)
        except RefusedError as why:
            refusals.append(Refusal(str(member.path), str(why)))
        else:
            groups.setdefault((named.owner.key, named.attempt), []).append((named, member))
    with_attempts = {key for key, label in groups if label}
    for key in with_attempts:
        beside = groups.pop((key, ""), [])
        for (other, _label), found in groups.items():
            found += beside if other == key else []
    return groups


def _named(path: PurePosixPath, naming: Naming) -> Named:
    """Take a name apart, and check what is left of it: of ``smithbob_7_1_..`` nothing honest is."""
    named = naming(path)
    if named is None:
        raise RefusedError("has a name that tells no student")
    inside(str(named.path))
    return named


def _split(found: list[Found], number: int, notebooks: Container[str]) -> list[Attempt]:
    """Return one attempt, or several when one notebook is there in several numbered copies.

    Of a file that has copies too, an attempt gets the one that was the newest then; numbers of
    which there are more than attempts are the student's own.
    """
    found = sorted(found, key=lambda one: one[0].order)
    copies: dict[PurePosixPath, list[Found]] = {}
    for one in found:
        path = one[0].path
        plain = path.with_name(unnumbered(path.name, notebooks))
        copies.setdefault(plain, []).append(one)
    count = _count(copies)
    if count == 1:
        return [_attempt(found, number)]
    attempts = []
    for index in range(count):
        newest = [own[min(index, len(own) - 1)] for own in copies.values() if len(own) <= count]
        numbered = [one for own in copies.values() if len(own) > count for one in own]
        attempts.append(_attempt(newest + numbered, number, index))
    return attempts


def _count(copies: Mapping[PurePosixPath, list[Found]]) -> int:
    """Return how often the notebook was handed in, or the zip where there is no notebook."""
    for suffix in (".ipynb", ".zip"):
        counts = [len(own) for path, own in copies.items() if path.suffix.lower() == suffix]
        if counts:
            return max(counts)
    return 1


def _attempt(found: Sequence[Found], number: int, index: int = 0) -> Attempt:
    late = {named.late for named, _member in found} - {None}
    times = [named.submitted_at for named, _member in found if named.submitted_at]
    newest = max(named.order for named, _member in found)
    return Attempt(
        files=tuple((named.path, member) for named, member in found if not named.typed),
        typed=tuple((named.path, member) for named, member in found if named.typed),
        order=(newest, number, index),
        late=any(late) if late else None,
        submitted_at=max(times, default=None),
    )


def _once(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Sort attempts, and leave out one that a later download has again."""
    distinct = {_identity(one): one for one in attempts}
    return sorted(distinct.values(), key=lambda one: one.order)


def _identity(attempt: Attempt) -> tuple[object, ...]:
    """Return what is the same for an attempt in whichever download it is."""
    newest, _number, index = attempt.order
    files = (*attempt.files, *attempt.typed)
    return newest, index, frozenset((path, member.mark) for path, member in files)
