"""The time limit's first, gentle signal: heard in the student's code, and nowhere else.

Other signals are those of the code itself, such as the alarm of a test that stops the time.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_signal, _SIGINT = signal.signal, signal.SIGINT
_mask = signal.pthread_sigmask


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
    """Let the signal pass while the code waits for the host, which has its own limits.

    Other signals wait until the end: what their handlers raise must not cut a message off, nor
    leave an answer behind that would be taken for the next one.
    """
    others = signal.valid_signals() - {_SIGINT}
    mask = _mask(signal.SIG_BLOCK, others)
    before = _signal(_SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        _signal(_SIGINT, before)
        _mask(signal.SIG_SETMASK, mask)


def in_main_thread() -> bool:
    """Tell whether this is the thread that hears signals and speaks with the host."""
    return threading.current_thread() is threading.main_thread()
