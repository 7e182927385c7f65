"""A submission on its way to where it is marked, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...notebook.files import count_files, plain_files
from ..marking import Marked

HEAVIEST = 32 * 2**20
"""Bytes of a submission that is sent."""

Files = Mapping[str, bytes | None]
"""Contents by relative path; None when the file is, byte by byte, the one in the kit's source."""


@dataclass(frozen=True)
class Parcel:
    """What one student handed in.

    Parameters
    ----------
    student : str
        Whose it is.
    files : Files
        What was handed in.
    folders : tuple of str
        Names of the folders at its top, be they empty.
    """

    student: str
    files: Files
    folders: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reply:
    """What became of a parcel.

    Parameters
    ----------
    marked : Marked
        What is to be entered.
    files : Files
        What belongs into the autograded folder.
    seconds : float
        What marking took.
    """

    marked: Marked
    files: Files
    seconds: float


def pack(student: str, folder: Path, source: Mapping[str, bytes]) -> Parcel | None:
    """Read a submission; None when it cannot be told in bytes, or is too heavy to be sent.

    Links, devices, locked files and too many files make notes in the verdict, which would be
    missing were they left out on the way.

    Parameters
    ----------
    student : str
        Whose it is.
    folder : Path
        What was handed in.
    source : mapping of str to bytes
        Of the kit.
    """
    paths = plain_files(folder)
    try:
        if len(paths) != count_files(folder) or _weight(paths) > HEAVIEST:
            return None
        folders = tuple(sorted(path.name for path in folder.iterdir() if path.is_dir()))
        return Parcel(student, read(folder, paths, source), folders)
    except OSError:
        return None


def read(folder: Path, paths: list[Path], source: Mapping[str, bytes]) -> Files:
    """Return the contents of some files in a folder, but of those that the kit has too."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: None if source.get(name) == data else data for name, data in files.items()}


def unpack(files: Files, folder: Path, source: Mapping[str, bytes]) -> None:
    """Write files into a folder that is empty, or not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source[name] if content is None else content)


def _weight(paths: list[Path]) -> int:
    return sum(path.stat().st_size for path in paths)
