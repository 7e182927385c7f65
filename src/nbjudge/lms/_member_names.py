"""Names inside an archive: anybody may have written them, so they are checked before they count."""

from __future__ import annotations

import re
import zipfile
from pathlib import PurePosixPath

from ._errors import RefusedError
from ._limits import DEEPEST, NAME_BYTES, PATH_BYTES

UTF8_NAME = 0x800
"""The flag of a zip member whose name is said to be UTF-8."""

DRIVE = re.compile(r"[A-Za-z]:")

LEFT_BY_SYSTEMS = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"})
LEFT_BY_JUPYTER = frozenset({".ipynb_checkpoints", "__pycache__"})


def decoded(info: zipfile.ZipInfo) -> str:
    """Return a member's name; many packers write UTF-8 and forget the flag that says so."""
    if info.flag_bits & UTF8_NAME:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def inside(name: str) -> PurePosixPath:
    r"""Return the path that a name means inside its archive; ``\`` separates as ``/`` does.

    Raises
    ------
    RefusedError
        When the name leads out of the archive, or no file system would take it.
    """
    plain = name.replace("\\", "/")
    if plain.startswith("/") or DRIVE.match(plain):
        raise RefusedError("has an absolute name")
    parts = [part for part in plain.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise RefusedError("has a name that leads out of the archive")
    if not parts or not all(map(_writable, parts)):
        raise RefusedError("has a name that cannot be written")
    if len(parts) > DEEPEST:
        raise RefusedError(f"lies deeper than {DEEPEST} folders")
    if len("/".join(parts).encode()) > PATH_BYTES:
        raise RefusedError("has a name that is too long")
    return PurePosixPath(*parts)


def _writable(part: str) -> bool:
    size = len(part.encode("utf-8", "replace"))
    return size <= NAME_BYTES and all(map(_plain, part))


def _plain(character: str) -> bool:
    """Whether a character may stand in a name: control characters and half pairs may not."""
    return character >= " " and character != "\x7f" and not "\ud800" <= character <= "\udfff"


def is_litter(path: PurePosixPath) -> bool:
    """Whether a file was left by a system or an editor, and by no student on purpose."""
    return bool((LEFT_BY_SYSTEMS | LEFT_BY_JUPYTER).intersection(path.parts)) or (
        path.name.startswith("._")
    )
