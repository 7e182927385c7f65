"""A download from the LMS, a zip or the folder it was unpacked to, as a list of its files."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import IO

from ..report import printable
from ._errors import LmsError, RefusedError
from ._limits import ARCHIVE_MEMBERS, FILE_BYTES
from ._member_names import decoded, inside, is_litter

ENCRYPTED = 0x1
READABLE = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""What packers use; others may ask for any amount of memory before they give a byte."""

OPEN = os.R_OK | os.X_OK
"""What a folder has to allow, so that its files can be listed and opened."""

CLOSED = "cannot be opened: its permissions forbid it"

BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    IndexError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What the zipfile module raises on its way through a damaged zip, as changing its bytes shows."""


@dataclass(frozen=True)
class Member:
    """One file of an archive.

    Parameters
    ----------
    path : PurePosixPath
        Where it lies in the archive; checked, so that it can be joined to a folder.
    size : int
        Bytes, as the archive declares them; no more than these are ever read.
    date : datetime or None
        The date on it; without a zone where the archive stores none.
    mark : object
        The same for two copies of one file, as far as that can be told without reading it.
    open : callable
        Opens it for reading.
    """

    path: PurePosixPath
    size: int
    date: datetime | None
    mark: object
    open: Callable[[], IO[bytes]]


@dataclass(frozen=True)
class Refusal:
    """A file that was left out, and why."""

    name: str
    why: str

    @property
    def sentence(self) -> str:
        """The refusal as one sentence that names the file and shows no hostile character."""
        return f"{printable(self.name)} {self.why}."


Contents = tuple[list[Member], list[Refusal]]


@contextmanager
def opened(path: Path) -> Iterator[Contents]:
    """Open a download; its files can be read until the context ends.

    Raises
    ------
    LmsError
        When there is nothing at the path, it is no zip, or it holds more than a class does.
    """
    if path.is_dir():
        yield _folder_contents(path)
        return
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError:
        raise LmsError(f"There is no archive at {path}.") from None
    except OSError as error:
        raise LmsError(f"{path} cannot be opened: {error.strerror}.") from error
    except BROKEN as error:
        raise LmsError(f"{path} is no zip that can be read: download it again.") from error
    with archive:
        yield zip_contents(archive, f"{path} has", ARCHIVE_MEMBERS)


def zip_contents(archive: zipfile.ZipFile, subject: str, most: int) -> Contents:
    """Return the files of an open zip, and what was refused."""
    infos = archive.infolist()
    if len(infos) > most:
        raise LmsError(f"{subject} {len(infos)} members, and {most} are the most that are taken.")
    members, refusals = [], []
    for info in infos:
        name = decoded(info)
        if name.endswith("/"):
            continue
        try:
            member = _zip_member(archive, info, name)
        except RefusedError as why:
            refusals.append(Refusal(name, str(why)))
        else:
            members += [] if is_litter(member.path) else [member]
    return members, refusals


def _zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> Member:
    path = inside(name)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise RefusedError("is a link" if kind == stat.S_IFLNK else "is no ordinary file")
    if info.flag_bits & ENCRYPTED:
        raise RefusedError("is encrypted")
    if info.compress_type not in READABLE:
        raise RefusedError("is packed in a way that cannot be read")
    _refuse_large(info.file_size)
    mark = (info.CRC, info.file_size)
    return Member(path, info.file_size, _date(info), mark, lambda: archive.open(info))


def _date(info: zipfile.ZipInfo) -> datetime | None:
    try:
        return datetime(*info.date_time)
    except ValueError:
        return None


def _folder_contents(folder: Path) -> Contents:
    if not os.access(folder, OPEN):
        raise LmsError(f"{folder} cannot be opened: change its permissions.")
    closed = _closed_folders(folder)
    members = []
    refusals = [Refusal(path.relative_to(folder).as_posix(), CLOSED) for path in sorted(closed)]
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if is_litter(PurePosixPath(name)) or not closed.isdisjoint([path, *path.parents]):
            continue
        if path.is_dir() and not path.is_symlink():
            continue
        try:
            members.append(_folder_member(path, name))
        except RefusedError as why:
            refusals.append(Refusal(name, str(why)))
        if len(members) > ARCHIVE_MEMBERS:
            raise LmsError(f"{folder} has more than {ARCHIVE_MEMBERS} files: name a smaller one.")
    return members, refusals


def _closed_folders(folder: Path) -> set[Path]:
    """Return the folders below whose files cannot be listed or opened."""
    found: set[Path] = set()
    for place, names, _files in os.walk(folder):
        found |= {path for name in names if not os.access(path := Path(place, name), OPEN)}
        names[:] = [name for name in names if Path(place, name) not in found]
    return found


def _folder_member(path: Path, name: str) -> Member:
    if path.is_symlink():
        raise RefusedError("is a link")
    if not path.is_file():
        raise RefusedError("is no ordinary file")
    if not os.access(path, os.R_OK):
        raise RefusedError(CLOSED)
    status = path.stat()
    _refuse_large(status.st_size)
    date = datetime.fromtimestamp(status.st_mtime, UTC)
    return Member(inside(name), status.st_size, date, path, lambda: path.open("rb"))


def _refuse_large(size: int) -> None:
    if size > FILE_BYTES:
        raise RefusedError(f"is larger than {FILE_BYTES // 2**20} MB")
