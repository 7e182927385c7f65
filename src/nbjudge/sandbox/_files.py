"""Files on their way into a notebook's folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from ._channel import Channel

_TOGETHER = 8  # descriptors that one message may carry


def send_large(channel: Channel, large: Mapping[str, Path]) -> None:
    """Hand over open files by relative path: they are never read into this process."""
    ordered = sorted(large)
    for start in range(0, len(ordered), _TOGETHER):
        names = ordered[start : start + _TOGETHER]
        descriptors = [os.open(large[name], os.O_RDONLY) for name in names]
        try:
            channel.send(("large", names), descriptors=descriptors)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)


def checked_files(files: Mapping[str, bytes | Path], most: int) -> None:
    """Refuse files that cannot be put into one folder, or are too large.

    Parameters
    ----------
    files : mapping of str to bytes or Path
        By relative path: their content, or where it is.
    most : int
        Bytes that all of them may have together.

    Raises
    ------
    ValueError
        Which file is in the way, or how large all of them are.
    """
    for name in files:
        if not _is_inside(name):
            raise ValueError(f"{name!r} is no path inside a folder")
    total = sum(map(_size, files.values()))
    if total > most:
        raise ValueError(f"the files have {total} bytes; {most} are allowed")


def _size(content: bytes | Path) -> int:
    return content.stat().st_size if isinstance(content, Path) else len(content)


def _is_inside(name: object) -> bool:
    if not isinstance(name, str) or "\0" in name:
        return False
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts
