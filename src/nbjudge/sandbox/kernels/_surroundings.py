"""What a kernel finds around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .._limits import Limits

PROCESSES = 256
"""Processes and threads of one kernel: engines start several for each core of the machine."""


@dataclass(frozen=True)
class Surroundings:
    """What a kernel may take, and what it sees.

    Parameters
    ----------
    limits : Limits
        For the kernel and all that it starts. The time of one cell is not watched here.
    files : mapping of str to bytes
        What stands beside the notebook, by relative path; the kernel gets copies.
    visible : tuple of Path
        Folders that it may read, beside its own and the system's.
    """

    limits: Limits = field(default_factory=lambda: Limits(processes=PROCESSES))
    files: Mapping[str, bytes] = field(default_factory=dict)
    visible: tuple[Path, ...] = ()
