"""The limits of a submission, in the words of what runs inside."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any

from . import _bubblewrap, _python
from ._limits import Limits
from .inside.walls import Terms


def terms_of(
    limits: Limits, *, confined: bool, visible: tuple[Path, ...], foreign: bool = False
) -> Terms:
    """Return the terms on which a submission runs.

    Parameters
    ----------
    limits : Limits
        What it may take.
    confined : bool
        Whether there is a sandbox at all.
    visible : tuple of Path
        Folders that it may read, beside Python's own.
    foreign : bool
        Whether it is a notebook of another language, with a kernel of its own.
    """
    return Terms(
        confined=confined,
        temporary=_python.temporary(confined=confined, visible=visible),
        user=_bubblewrap.student_inside(),
        memory_bytes=limits.memory_bytes,
        files_bytes=limits.files_bytes,
        output_bytes=limits.output_bytes,
        message_bytes=limits.messages.message_bytes,
        cpu_seconds=int(limits.total_seconds) + 10,
        processes=limits.processes if _counts_by_namespace() else None,
        foreign=foreign,
    )


def _counts_by_namespace() -> bool:
    """Tell whether the kernel counts processes by user namespace, as it does since Linux 5.14."""
    numbers: list[Any] = platform.release().split("-")[0].split(".")[:2]
    return [int(number) for number in numbers if number.isdigit()] >= [5, 14]
