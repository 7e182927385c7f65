"""How long a test may compute by itself, and how much memory it may take."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

MEMORY = 2 * 2**30
"""Bytes on top of what is loaded before."""


class TestTooSlowError(BaseException):
    """A test was still computing when its time was over."""

    __test__ = False


class Stopwatch:
    """Interrupts a test that computes for too long; waiting for the student is not counted.

    Parameters
    ----------
    seconds : float
        Of processor time, for one test cell.

    Notes
    -----
    A loop in Python is interrupted by a signal. One inside a library's C code is not: for it the
    kernel ends the process, at twice the time.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held = self._late = False
        signal.signal(signal.SIGPROF, self._ring)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let one test cell run."""
        spent = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        last = int(spent + 2 * self._seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (last, resource.RLIM_INFINITY))
        self._late = False
        signal.setitimer(signal.ITIMER_PROF, self._seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let a conversation with the student's process be finished first."""
        outer, self._held = self._held, True
        try:
            yield
        finally:
            self._held = outer
        if self._late and not outer:
            self._stop()

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._held:
            self._late = True
        else:
            self._stop()

    def _stop(self) -> None:
        raise TestTooSlowError(f"The test itself did not end within {self._seconds:g} s.")


def bound_memory() -> None:
    """Let a test fail with a MemoryError before the machine runs out of memory."""
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))
