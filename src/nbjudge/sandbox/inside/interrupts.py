"""The time limit's first, gentle signal: heard in the student's code, and nowhere else."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_signal, _SIGINT = signal.signal, signal.SIGINT


def ignore() -> None:
    """Let the signal pass; for the time between the student's pieces of code."""
    _signal(_SIGINT, signal.SIG_IGN)


@contextmanager
def heard() -> Iterator[None]:
    """Turn the signal into KeyboardInterrupt, whatever the student made of it before."""
    _signal(_SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        _signal(_SIGINT, signal.SIG_IGN)


@contextmanager
def held_off() -> Iterator[None]:
    """Let the signal pass while the student's code waits for the host, which has its own limits."""
    before = _signal(_SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        _signal(_SIGINT, before)


def in_main_thread() -> bool:
    """Tell whether this is the thread that hears signals and speaks with the host."""
    return threading.current_thread() is threading.main_thread()
