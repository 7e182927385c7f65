"""The files that a notebook's code has written beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

Stamp = tuple[int, int]
"""When a file was changed, in nanoseconds, and its bytes."""

_MOST = 1000  # entries that are looked at
_PASSED_OVER = frozenset({"__pycache__", ".ipynb_checkpoints"})


class WorkFolder:
    """Knows the notebook's folder as it was when the notebook began."""

    def __init__(self) -> None:
        self._root = Path.cwd()
        self._seen = dict(self._stamps())

    def written(self, most: int) -> dict[str, bytes]:
        """Return the files that are new or different, by relative path, up to a number of bytes."""
        found: dict[str, bytes] = {}
        for name, stamp in self._stamps():
            if self._seen.get(name) != stamp and stamp[1] <= most:
                most -= stamp[1]
                found[name] = (self._root / name).read_bytes()
        return found

    def _stamps(self) -> Iterator[tuple[str, Stamp]]:
        """Yield regular files by relative path with their stamps; near to the system, for speed."""
        folders, seen = [""], 0
        while folders and seen < _MOST:
            inside = folders.pop()
            with suppress(OSError), os.scandir(self._root / inside) as entries:
                for entry in islice(entries, _MOST - seen):
                    seen += 1
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name not in _PASSED_OVER:
                            folders.append(f"{inside}{entry.name}/")
                    elif entry.is_file(follow_symlinks=False):
                        about = entry.stat(follow_symlinks=False)
                        yield inside + entry.name, (about.st_mtime_ns, about.st_size)
