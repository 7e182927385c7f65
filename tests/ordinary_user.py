"""Run something as one for whom permissions count: root passes over them."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from nbjudge.cli import main

DAC_OVERRIDE, DAC_READ_SEARCH = 1, 2
"""What lets root pass over permissions; see capabilities(7)."""

PR_CAPBSET_DROP = 24
VERSION_3 = 0x20080522
_FORK = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Called:
    """What came of a call of ``nbjudge``; ``traceback`` names an exception that nobody caught."""

    exit_code: int
    output: str
    traceback: str


def call_as_ordinary_user(root: Path, *words: str) -> Called:
    """Call ``nbjudge`` in a process of its own, in which permissions count."""
    return as_ordinary_user(lambda: _call(root, words))


def as_ordinary_user(work: Callable[[], Any]) -> Any:
    """Return what some work returns in a process of its own, in which permissions count."""
    ours, theirs = _FORK.Pipe()
    process = _FORK.Process(target=_work, args=(work, theirs))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    finally:
        process.join()


def closed(path: Path, mode: int, work: Callable[[], Any]) -> Any:
    """Return what some work returns while a file or a folder has other permissions."""
    before = path.stat().st_mode
    path.chmod(mode)
    try:
        return work()
    finally:
        path.chmod(before)


def _call(root: Path, words: tuple[str, ...]) -> Called:
    result = CliRunner().invoke(main, ["--course", str(root), *words])
    fine = isinstance(result.exception, SystemExit | None)
    return Called(result.exit_code, result.output, "" if fine else repr(result.exception))


def _work(work: Callable[[], object], connection: Connection) -> None:
    if os.geteuid() == 0:
        _drop_privileges()
    connection.send(work())
    with suppress(OSError):
        connection.close()


def _drop_privileges() -> None:
    """Drop the two for good, in what is started from here too."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (DAC_OVERRIDE, DAC_READ_SEARCH):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    header, sets = (ctypes.c_uint32 * 2)(VERSION_3, 0), (ctypes.c_uint32 * 6)()
    libc.capget(header, sets)
    rest = ~(1 << DAC_OVERRIDE | 1 << DAC_READ_SEARCH)
    for index in range(3):  # effective, permitted, inheritable
        sets[index] &= rest
    if libc.capset(header, sets) != 0:
        raise OSError(ctypes.get_errno(), "capset")
