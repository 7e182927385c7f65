"""The files beside the notebook: what its code has written, and what a test puts there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from .stamps import Stamp, stamps

_MOST = 1000  # files that are looked at
_PASSED_OVER = frozenset({"__pycache__", ".ipynb_checkpoints"})


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
        return stamps(self._root, _MOST, _PASSED_OVER)
