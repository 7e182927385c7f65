"""Files on their way into a notebook's folder or out of it."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any


def checked_files(files: Any, most: int) -> dict[str, bytes]:
    """Return files by relative path.

    Parameters
    ----------
    files : mapping of str to bytes
        From whoever; nothing is believed.
    most : int
        Bytes that all of them may have together.

    Raises
    ------
    ValueError
        When they cannot be put into one folder, or are too large.
    """
    if type(files) is not dict or not all(type(data) is bytes for data in files.values()):
        raise ValueError("these are no files")
    for name in files:
        if not _is_inside(name):
            raise ValueError(f"{name!r} is no path inside a folder")
    total = sum(map(len, files.values()))
    if total > most:
        raise ValueError(f"the files have {total} bytes; {most} are allowed")
    return dict(files)


def _is_inside(name: object) -> bool:
    if not isinstance(name, str) or "\0" in name:
        return False
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts
