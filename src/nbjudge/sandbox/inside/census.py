"""Which processes a submission has, seen from its warden."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def others(keep: list[int]) -> Iterator[int]:
    """Yield the submission's processes, but for the warden and those to keep; not the dead ones."""
    me = os.getpid()
    table = _table()
    for process, (_, state) in table.items():
        alive = state not in "ZX"
        if alive and process != me and process not in keep and _descends(process, me, table):
            yield process


def _descends(process: int, ancestor: int, table: dict[int, tuple[int, str]]) -> bool:
    if ancestor == 1:  # in a namespace of its own everything is the submission's
        return True
    while process in table:
        process = table[process][0]
        if process == ancestor:
            return True
    return False


def _table() -> dict[int, tuple[int, str]]:
    """Return parent and state of each process."""
    found = {}
    for entry in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text(errors="replace")
        except OSError:
            continue
        state, parent = text.rpartition(")")[2].split()[:2]
        found[int(entry.name)] = int(parent), state
    return found
