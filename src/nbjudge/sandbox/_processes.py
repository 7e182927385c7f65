"""Processes of the sandbox, seen from the host: how to end them, and what memory they take."""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress
from pathlib import Path

_KIB = 1024


class Process:
    """A process that the zygote started, with all that it started in turn.

    Parameters
    ----------
    number : int
        Its number in the zygote's eyes; outside a sandbox it is ours too.
    descriptor : int, optional
        A descriptor of the process, which no other process can take the place of.
    """

    def __init__(self, number: int, descriptor: int | None) -> None:
        self._descriptor = descriptor
        self.number = number if descriptor is None else _number_of(descriptor)

    def wait(self, seconds: float) -> bool:
        """Wait until it has ended by itself; tell whether it has."""
        if self._descriptor is None:
            return self._await(seconds, 0)
        if self._descriptor < 0:
            return True
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def end(self, seconds: float = 10.0) -> bool:
        """Kill it and wait; tell whether it is gone."""
        if self._descriptor is None:
            return self._await(seconds, signal.SIGKILL)
        if self._descriptor < 0:
            return True
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
        gone = self.wait(seconds)
        os.close(self._descriptor)
        self._descriptor = -1
        return gone

    def _await(self, seconds: float, number: int) -> bool:
        """Send a signal, or none, again and again until the process is gone."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                os.kill(self.number, number)
            except ProcessLookupError:
                return True
            time.sleep(0.005)
        return False

    def tree(self) -> list[int]:
        """Return the numbers of it and its descendants."""
        return list(_tree(self.number))

    def waited(self) -> float:
        """Return the seconds that its processes were ready to run while others did."""
        return sum(_delay(process) for process in self.tree())

    def takes_more_than(self, memory_bytes: int) -> bool:
        """Tell whether its descendants take more memory than allowed, shared pages counted once.

        What was loaded before is not the student's: it is about as much as the warden has. The
        quick sum counts shared pages again and again; only when that is too large, it is worth
        asking for the exact one.
        """
        tree = self.tree()
        allowed = memory_bytes + 2 * _field(self.number, "status", "VmRSS:")
        if sum(_field(process, "status", "VmRSS:") for process in tree) <= allowed:
            return False
        return sum(_field(process, "smaps_rollup", "Pss:") for process in tree) > allowed


def runs_as_root(process: int) -> bool:
    """Tell whether a process is root's; True when nobody knows."""
    with suppress(OSError):
        return _real_user(process) == 0
    return True


def _real_user(process: int) -> int:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("Uid:"):
            return int(line.split()[1])
    return 0


def _number_of(descriptor: int) -> int:
    """Return the number that a process has here, whatever it is called inside."""
    about = Path(f"/proc/self/fdinfo/{descriptor}").read_text()
    return next(int(line.split()[1]) for line in about.splitlines() if line.startswith("Pid:"))


def _tree(root: int) -> list[int]:
    found, todo = [], [root]
    while todo:
        process = todo.pop()
        found.append(process)
        with suppress(OSError):
            for thread in Path(f"/proc/{process}/task").iterdir():
                with suppress(OSError):
                    todo += map(int, (thread / "children").read_text().split())
    return found


def _delay(process: int) -> float:
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def _field(process: int, file: str, name: str) -> int:
    """Return a number of bytes that the kernel tells of a process; 0 when it does not."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/{file}").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * _KIB
    return 0
