"""Writes one student's files into a folder, zips within them unpacked, within bounds."""

from __future__ import annotations

import os
import struct
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from ._archive import BROKEN, Member, Refusal, zip_contents
from ._errors import LmsError, RefusedError
from ._limits import DIRECTORY_BYTES, NESTED, SUBMISSION_BYTES, SUBMISSION_FILES
from ._member_names import inside

END_OF_DIRECTORY = struct.Struct("<4s4H2LH")
SIGNATURE = b"PK\x05\x06"
LONGEST_COMMENT = 2**16
ZIP64_LOCATOR = b"PK\x06\x07"
ZIP64_LOCATOR_BYTES = 20
"""Stands before the end of a zip whose numbers are elsewhere: those of more than 4 GB."""

CHUNK = 2**20
"""Bytes that are held at one time."""


class TooMuchError(Exception):
    """A submission is larger than any honest one; the text names the file where it became so."""


@dataclass
class _Unpacking:
    """One submission on its way to a folder, and how much of it there is so far."""

    folder: Path
    files: int = 0
    size: int = 0
    refusals: list[Refusal] = field(default_factory=list)

    def add(self, members: Iterable[tuple[PurePosixPath, Member]], level: int) -> None:
        for path, member in members:
            try:
                inside(str(path))  # put together from parts: ``...zip`` would unpack to ``..``
                self._charge(path, member.size)
                if path.suffix.lower() == ".zip" and self._add_zip(path, member, level):
                    continue
                self._write(path, member)
            except RefusedError as why:
                self.refusals.append(Refusal(str(path), str(why)))

    def _charge(self, path: PurePosixPath, size: int) -> None:
        self.files, self.size = self.files + 1, self.size + size
        if self.files > SUBMISSION_FILES:
            raise TooMuchError(f"more than {SUBMISSION_FILES} files, counted up to {path}")
        if self.size > SUBMISSION_BYTES:
            raise TooMuchError(f"more than {SUBMISSION_BYTES // 2**20} MB, counted up to {path}")

    def _add_zip(self, path: PurePosixPath, member: Member, level: int) -> bool:
        """Unpack a zip into a folder of its name; one that cannot be read stays as it is."""
        if level >= NESTED:
            raise RefusedError(f"is a zip within {NESTED} other zips")
        with tempfile.TemporaryFile() as copy:
            _copy(member, copy)
            _refuse_long_directory(path, copy)
            try:
                archive = zipfile.ZipFile(copy)
                inner, refusals = zip_contents(archive, "it has", SUBMISSION_FILES)
            except LmsError as error:
                raise TooMuchError(f"{path} is too much: {error}") from error
            except (*BROKEN, OSError):  # a zip may send its reader to a place that is none
                self.refusals.append(Refusal(str(path), "is no zip that can be read"))
                return False
            self.refusals += [Refusal(f"{path}/{one.name}", one.why) for one in refusals]
            self.add([(path.with_suffix("") / one.path, one) for one in inner], level + 1)
        return True

    def _write(self, path: PurePosixPath, member: Member) -> None:
        target = self.folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                _copy(member, file)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise RefusedError("has the name of another file") from None
        except RefusedError:
            target.unlink()
            raise


def unpack(files: Iterable[tuple[PurePosixPath, Member]], folder: Path) -> list[Refusal]:
    """Write files into an empty folder and return what was left out.

    Raises
    ------
    TooMuchError
        When there are more files or bytes than a submission may have.
    """
    unpacking = _Unpacking(folder)
    unpacking.add(files, 0)
    return unpacking.refusals


def _copy(member: Member, target: IO[bytes]) -> None:
    """Copy a file; what goes wrong in writing is another matter than what does in reading."""
    with _reading():
        source = member.open()
    with source:
        while chunk := _chunk(source):
            target.write(chunk)


def _chunk(source: IO[bytes]) -> bytes:
    with _reading():
        return source.read(CHUNK)


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except (*BROKEN, OSError) as error:
        raise RefusedError("is damaged or cannot be read") from error


def _refuse_long_directory(path: PurePosixPath, file: IO[bytes]) -> None:
    """Refuse a zip by the size of its table of contents, before Python reads the table."""
    start = max(0, file.seek(0, os.SEEK_END) - END_OF_DIRECTORY.size - LONGEST_COMMENT)
    file.seek(max(0, start - ZIP64_LOCATOR_BYTES))
    tail = file.read()
    found = tail.rfind(SIGNATURE)
    if found < 0 or len(tail) - found < END_OF_DIRECTORY.size:
        return  # no zip; the one who opens it says so
    size: int = END_OF_DIRECTORY.unpack_from(tail, found)[5]
    is_zip64 = tail[max(0, found - ZIP64_LOCATOR_BYTES) :].startswith(ZIP64_LOCATOR)
    if is_zip64 or size > DIRECTORY_BYTES:
        raise TooMuchError(f"{path} lists more files than a submission may have")
