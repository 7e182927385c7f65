"""What the first process of a submission does before it starts anything."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from .syscalls import prctl

_SET_DUMPABLE, _SET_CHILD_SUBREAPER = 4, 36


def let_go_of_errors() -> None:
    """Let go of the host's file for error messages; a submission has its own."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)


def unpack(files: Mapping[str, bytes], root: Path) -> None:
    """Write a submission's files."""
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def copy_in(descriptor: int, place: Path) -> None:
    """Copy an open file to its place, and close it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(descriptor, "rb") as source, place.open("wb") as target:
        shutil.copyfileobj(source, target, 2**20)


def seclude() -> None:
    """Let nobody in here look into this process, and let it inherit what loses its parent."""
    if sys.platform == "linux":
        prctl(_SET_DUMPABLE, 0)
        prctl(_SET_CHILD_SUBREAPER, 1)
