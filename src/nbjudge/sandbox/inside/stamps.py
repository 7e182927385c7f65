"""Which files are in a folder, and whether they are as they were: asked around a test's calls."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

Stamp = tuple[int, int]
"""When a file was changed, in nanoseconds, and its bytes."""


def stamps(
    root: Path, most: int | None = None, passed_over: Collection[str] = ()
) -> Iterator[tuple[str, Stamp]]:
    """Yield regular files by relative path with their stamps; near to the system, for speed.

    Parameters
    ----------
    root : Path
        The folder.
    most : int, optional
        Entries that are looked at; all, when nothing is said.
    passed_over : collection of str
        Names of folders that are left out.
    """
    folders, seen = [""], 0
    while folders and (most is None or seen < most):
        inside = folders.pop()
        left = None if most is None else most - seen
        with suppress(OSError), os.scandir(root / inside) as entries:
            for entry in islice(entries, left):
                seen += 1
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in passed_over:
                        folders.append(f"{inside}{entry.name}/")
                elif entry.is_file(follow_symlinks=False):
                    about = entry.stat(follow_symlinks=False)
                    yield inside + entry.name, (about.st_mtime_ns, about.st_size)
