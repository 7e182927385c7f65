"""The files beside the notebook: what its code has written, and what a test puts there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

_MOST = 1000  # files that are looked at
_PASSED_OVER = frozenset({"__pycache__", ".ipynb_checkpoints"})

Stamp = tuple[int, int]


class WorkFolder:
    """Knows the notebook's folder as the host has seen it last."""

    def __init__(self) -> None:
        self._root = Path.cwd()
        self._seen = dict(self._stamps())

    def changed(self, most: int) -> dict[str, bytes]:
        """Return the files that are new or different, by relative path, up to a number of bytes."""
        found: dict[str, bytes] = {}
        for name, stamp in self._stamps():
            if self._seen.get(name) == stamp or stamp[1] > most:
                continue
            most -= stamp[1]
            self._seen[name] = stamp
            found[name] = (self._root / name).read_bytes()
        return found

    def write(self, files: dict[str, bytes]) -> None:
        """Put files here that a test has written for the student's code."""
        for name, content in files.items():
            place = self._root / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        self._seen.update(self._stamps())

    def _stamps(self) -> Iterator[tuple[str, Stamp]]:
        """Yield files with their stamps; around calls of a test's, hence so near to the system."""
        folders, left = [""], _MOST
        while folders and left > 0:
            inside = folders.pop()
            with suppress(OSError), os.scandir(self._root / inside) as entries:
                for entry in islice(entries, left):
                    left -= 1
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name not in _PASSED_OVER:
                            folders.append(f"{inside}{entry.name}/")
                    elif entry.is_file(follow_symlinks=False):
                        about = entry.stat(follow_symlinks=False)
                        yield inside + entry.name, (about.st_mtime_ns, about.st_size)
