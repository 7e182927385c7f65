"""How long to wait for machines elsewhere."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """Times in seconds.

    Parameters
    ----------
    scheduler : float
        For an answer of the scheduler.
    first_worker : float
        For the first worker, at the start.
    next_worker : float
        For another one, when the last one has gone in mid-class.
    """

    scheduler: float = 10
    first_worker: float = 60
    next_worker: float = 120
