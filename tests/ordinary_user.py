"""Become an ordinary user for a while: root passes over all permissions."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


@contextmanager
def ordinary_user(folder: Path) -> Iterator[None]:
    """Own a folder and be no more than that; nothing changes for who is an ordinary user anyway."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """Make a folder that others than root can reach, and take it away whatever it forbids."""
    folder = Path(tempfile.mkdtemp(prefix="nbjudge-test-", dir="/var/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for place, _folders, _files in os.walk(folder):
            Path(place).chmod(0o755)
        shutil.rmtree(folder)
