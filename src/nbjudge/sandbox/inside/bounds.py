"""Bounds on what each process of a submission may take; the kernel keeps to them."""

from __future__ import annotations

import resource
from contextlib import suppress
from pathlib import Path

OPEN_FILES = 256
_PAGE = resource.getpagesize()


def bound_processes(
    *,
    memory_bytes: int,
    files_bytes: int,
    cpu_seconds: int,
    processes: int | None,
    reserves: bool = False,
) -> None:
    """Set the limits that every process from here on inherits.

    Parameters
    ----------
    memory_bytes : int
        What one process may take beyond what the zygote had loaded.
    files_bytes : int
        Size of one file.
    cpu_seconds : int
        For each process; the clock on the wall is watched from outside.
    processes : int, optional
        Processes and threads together; None when the kernel would count those of others too.
    reserves : bool
        Whether a process may reserve addresses without end, as the engines of Java, JavaScript and
        Julia do. Then only what it can write to counts.
    """
    if reserves:
        _lower(resource.RLIMIT_DATA, memory_bytes)
    else:
        _lower(resource.RLIMIT_AS, _mapped() + memory_bytes)
    _lower(resource.RLIMIT_FSIZE, files_bytes)
    _lower(resource.RLIMIT_CPU, cpu_seconds)
    _lower(resource.RLIMIT_NOFILE, OPEN_FILES)
    _lower(resource.RLIMIT_CORE, 0)
    for name in ("RLIMIT_MEMLOCK", "RLIMIT_MSGQUEUE"):  # memory that is counted elsewhere
        if hasattr(resource, name):
            _lower(getattr(resource, name), 0)
    if processes is not None:
        _lower(resource.RLIMIT_NPROC, processes)


def be_first_to_go() -> None:
    """Let the kernel take this process, not a neighbour, when the machine runs out of memory."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _mapped() -> int:
    """Return the bytes of address space that this process has already."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * _PAGE
    except OSError:  # no Linux
        return 2**33


def _lower(kind: int, value: int) -> None:
    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        value = min(value, most)
    with suppress(ValueError, OSError):  # macOS refuses some of them
        resource.setrlimit(kind, (value, value))
