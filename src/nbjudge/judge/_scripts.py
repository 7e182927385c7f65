"""Scripts of the instructor's that tests run, run once for all submissions.

A test that keeps its checks in a file of its own runs that file for each submission. What the judge
does before it forks is there for every fork: so it runs the file there, until it changes.
"""

from __future__ import annotations

import runpy
from contextlib import suppress
from pathlib import Path
from typing import Any

_run_path = runpy.run_path

Stamp = tuple[int, int]


class Scripts:
    """Stands in for ``runpy.run_path`` in the judge's process."""

    def __init__(self) -> None:
        self._results: dict[str, tuple[Stamp, dict[str, Any]]] = {}
        self.new: list[str] = []
        self._folder: Path | None = None

    def enter(self, folder: Path) -> None:
        """Keep nothing of a submission's folder: what stands there is the student's."""
        self._folder = folder.resolve()
        self.new.clear()

    def install(self) -> None:
        """Be asked from now on."""
        runpy.run_path = self.run

    def run(
        self,
        path_name: str,
        init_globals: dict[str, Any] | None = None,
        run_name: str | None = None,
    ) -> dict[str, Any]:
        """Return the globals of a script, as ``runpy.run_path`` does.

        Of a script that was run before and has not changed, these are the same objects. Paths that
        are relative are those of a submission's folder: nothing is kept of them.
        """
        path = str(path_name)
        plain = init_globals is None and run_name is None and Path(path).is_absolute()
        if not plain or self._is_theirs(path):
            return _run_path(path_name, init_globals, run_name or "<run_path>")
        stamp = _stamp(path)
        known = self._results.get(path)
        if known is None or known[0] != stamp:
            known = self._results[path] = stamp, _run_path(path)
            self.new.append(path)
        return dict(known[1])

    def _is_theirs(self, path: str) -> bool:
        return self._folder is not None and Path(path).resolve().is_relative_to(self._folder)

    def prepare(self, paths: list[str]) -> None:
        """Run scripts that tests have run before; one that fails is left to its test."""
        for path in paths:
            with suppress(Exception):
                self.run(path)


def _stamp(path: str) -> Stamp:
    about = Path(path).stat()
    return about.st_mtime_ns, about.st_size
