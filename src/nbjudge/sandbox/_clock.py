"""Time that the student's code takes; while the host answers it, the clock stands still."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

_PATIENCE = 20  # a student's code may keep the host busy for so many times its own limit


class Clock:
    """Counts down from a number of seconds.

    Parameters
    ----------
    seconds : float
        The limit.
    """

    def __init__(self, seconds: float) -> None:
        self._limit = seconds
        self._start = time.monotonic()
        self._wall_limit = self._start + seconds * _PATIENCE
        self._paused = 0.0

    @property
    def spent(self) -> float:
        """Seconds of the student's code so far."""
        return time.monotonic() - self._start - self._paused

    @property
    def left(self) -> float:
        """Seconds until the limit; not below 0."""
        return max(0.0, min(self._limit - self.spent, self._wall_limit - time.monotonic()))

    def extend(self, seconds: float) -> None:
        """Allow some seconds from now on."""
        self._limit = self.spent + seconds
        self._wall_limit = time.monotonic() + seconds

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stand still."""
        start = time.monotonic()
        try:
            yield
        finally:
            self._paused += time.monotonic() - start
