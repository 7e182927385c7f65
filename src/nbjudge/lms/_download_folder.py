"""Unpacks downloads as they are, for nbgrader's own ``zip_collect``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ._archive import Member, Refusal, opened
from ._unpacking import TooMuchError, unpack


def unpack_downloads(archives: Path, folder: Path) -> list[Refusal]:
    """Unpack each zip of a folder into a folder of its name, and copy what is no zip.

    Parameters
    ----------
    archives : Path
        The downloads.
    folder : Path
        Exists, and is empty.

    Returns
    -------
    list of Refusal
        What was left out: each file of a download counts as one submission.

    Raises
    ------
    LmsError
        When a download cannot be read, or holds more than a class does.
    """
    refusals: list[Refusal] = []
    with opened(archives) as (there, refused):
        refusals += refused
        for one in there:
            if one.path.suffix.lower() != ".zip":
                refusals += _unpack_one(one.path, one, folder)
                continue
            with opened(archives / one.path) as (members, refused):
                refusals += refused
                for member in members:
                    target = one.path.with_suffix("") / member.path
                    refusals += _unpack_one(target, member, folder)
    return refusals


def _unpack_one(target: PurePosixPath, member: Member, folder: Path) -> Iterator[Refusal]:
    try:
        yield from unpack([(target, member)], folder)
    except TooMuchError as why:
        yield Refusal(str(target), f"was unpacked in part: {why}")
