"""The time that a submission's code takes: it counts only while the host waits for that code."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from ._processes import Process

_MOST = 4.0  # times the limit that are given back at most, all together
_LEAST = 0.02  # of the limit; less is no reason


class Clock:
    """Counts down from a number of seconds.

    Parameters
    ----------
    seconds : float
        The limit.
    """

    def __init__(self, seconds: float) -> None:
        self._limit = seconds
        self._counted = 0.0
        self._since: float | None = None

    @property
    def spent(self) -> float:
        """Seconds so far."""
        running = 0.0 if self._since is None else time.monotonic() - self._since
        return self._counted + running

    @property
    def left(self) -> float:
        """Seconds until the limit; not below 0."""
        return max(0.0, self._limit - self.spent)

    def extend(self, seconds: float) -> None:
        """Allow some seconds from now on."""
        self._limit = self.spent + seconds

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time that this takes."""
        self._since = time.monotonic()
        try:
            yield
        finally:
            self._counted, self._since = self.spent, None


class SchedulingAllowance:
    """Gives back the time in which a process was ready to run while others ran.

    A busy machine is not the fault of the code that waits for a processor.

    Parameters
    ----------
    process : Process
        The submission's.
    seconds : float
        The time limit.
    """

    def __init__(self, process: Process, seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._left = _MOST * seconds
        self._counted: float | None = None

    def begin(self) -> None:
        """Count from now on; what ends at once need not be asked about."""
        if self._counted is None:
            self._counted = self._process.waited()

    def more(self) -> float:
        """Return the seconds to give back since this was last asked; 0 when there are none."""
        waited = self._process.waited()
        given = min(waited - (self._counted or 0.0), self._left)
        self._counted = waited
        if given < _LEAST * self._seconds:
            return 0.0
        self._left -= given
        return given
