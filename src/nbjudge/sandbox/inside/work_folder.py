"""The files beside the notebook: what its code has written, and what a test puts there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG

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
        left = _MOST
        for folder, folders, names in os.walk(self._root):
            folders[:] = [name for name in folders if name not in _PASSED_OVER]
            for path in [Path(folder, name) for name in names[:left]]:
                about = path.lstat()
                if S_ISREG(about.st_mode):
                    yield (
                        path.relative_to(self._root).as_posix(),
                        (
                            about.st_mtime_ns,
                            about.st_size,
                        ),
                    )
            left -= len(names)
            if left <= 0:
                return
