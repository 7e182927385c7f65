"""Keeps a state: a fork that waits until it is needed, or until the host lets go of it.

The fork waits and the original goes on, not the other way round: so threads, child processes and
the event loop of the notebook live on as they do in a kernel. Only a state that had to take over is
without the threads and children of before.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import warnings
from contextlib import suppress

_fork, _getpid, _waitpid = os.fork, os.getpid, os.waitpid  # whatever the student makes of them
_nice = os.nice
_WARNS_OF_THREADS = sys.version_info >= (3, 12)


LEAST_URGENT = 19
"""On the scale of ``nice``."""


class CannotKeep(Exception):
    """The submission has no process left for a fork; the host can do something about it."""


class Keeper:
    """Makes the forks of one process, and buries them."""

    def __init__(self) -> None:
        self._waiting: list[int] = []
        self._dice = random.getstate()
        self._is_forking = False
        os.register_at_fork(after_in_child=self._step_back)

    def fork(self) -> bool:
        """Fork; True in the state that waits.

        Raises
        ------
        CannotKeep
            When the submission's processes have used up the limit.
        """
        self._dice = random.getstate()
        self._is_forking = True
        try:
            child = _quiet_fork()
        except OSError as error:
            raise CannotKeep(str(error)) from None
        finally:
            self._is_forking = False
        if child:
            self._waiting.append(child)
            return False
        return True

    def _step_back(self) -> None:
        """Leave the processor to the notebook, as a fork of the student's: there may be many."""
        if not self._is_forking:
            _nice(LEAST_URGENT)

    def take_over(self) -> None:
        """Be the process that goes on, with the dice as they were: a fork gets new ones."""
        random.setstate(self._dice)
        self._waiting.clear()

    def bury(self) -> None:
        """Take note of waiting states that have ended, so that the kernel forgets them."""
        for child in list(self._waiting):
            with suppress(ChildProcessError):
                if _waitpid(child, os.WNOHANG)[0] == 0:
                    continue
            self._waiting.remove(child)


def _quiet_fork() -> int:
    if not (_WARNS_OF_THREADS and threading.active_count() > 1):
        return _fork()
    with warnings.catch_warnings():  # the warning would stand among the student's output
        warnings.simplefilter("ignore", DeprecationWarning)
        return _fork()
