"""Real Dask schedulers and workers as processes of this machine, ended whatever happens."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.conftest import PROGRAMS

ON_LOOPBACK = ("--host", "127.0.0.1", "--no-dashboard")


@dataclass
class Machines:
    """Starts processes in a folder of their own, which knows nothing of any course.

    Parameters
    ----------
    folder : Path
        Where they work and log.
    """

    folder: Path
    _started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def scheduler(self, *, allowed_failures: int = 3) -> tuple[str, subprocess.Popen[bytes]]:
        """Start a scheduler and return its address once it listens."""
        port = _free_port()
        setting = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures)}
        words = ["--port", str(port), "--idle-timeout", "300"]  # should nobody be left to end it
        process = self._start(["dask", "scheduler", *ON_LOOPBACK, *words], setting)
        wait_until(lambda: _listens(port), process)
        return f"tcp://127.0.0.1:{port}", process

    def worker(
        self, address: str, *words: str, without: Path | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a worker; ``without`` is a folder that is not there for it, as on another machine."""
        command = ["dask", "worker", address, *ON_LOOPBACK, "--local-directory", str(self.folder)]
        return self._start([*command, *words], {}, hidden=without)

    def _start(
        self, command: Sequence[str], setting: dict[str, str], hidden: Path | None = None
    ) -> subprocess.Popen[bytes]:
        name, *words = command
        line = [str(PROGRAMS / name), *words]
        if hidden is not None:
            mount = 'mount -t tmpfs nothing "$0" && exec "$@"'
            line = ["unshare", "--mount", "sh", "-c", mount, str(hidden), *line]
        with (self.folder / f"{words[0]}-{len(self._started)}.log").open("wb") as log:
            process = subprocess.Popen(
                line, cwd=self.folder, env=os.environ | setting, stdout=log, stderr=log
            )
        self._started.append(process)
        return process

    def close(self) -> None:
        """End them all, and the processes that they have started."""
        for process in self._started:
            end_tree(process.pid)
            process.wait(20)

    def logs(self) -> str:
        """Return what they all have said."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))


def end_tree(pid: int) -> None:
    """Kill a process and those below it, the parents first: a nanny starts a worker anew."""
    with suppress(psutil.NoSuchProcess):
        parent = psutil.Process(pid)
        parent.suspend()
        below = parent.children(recursive=True)
        for process in (parent, *below):
            with suppress(psutil.NoSuchProcess):
                process.kill()


def wait_until(
    reached: Callable[[], object], process: subprocess.Popen[bytes] | None = None, most: float = 120
) -> None:
    """Wait until something is so; fail when it takes too long or a process ends meanwhile."""
    until = time.monotonic() + most
    while not reached():
        assert time.monotonic() < until, "it was not reached in time"
        assert process is None or process.poll() is None, "the process has ended"
        time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
