"""A process that marks for a worker; should it die, the worker does not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path
from tempfile import mkdtemp

_START = 180.0  # seconds; large libraries take their time on a cold disk


class MarkingProcess:
    """One process with one kit; it marks one parcel after the other.

    Parameters
    ----------
    kit : bytes
        A pickled `Kit`.
    place : Path
        Where it may have a folder of its own.

    Raises
    ------
    EOFError, OSError
        By every method, when the process has ended.
    """

    def __init__(self, kit: bytes, place: Path) -> None:
        self._folder = Path(mkdtemp(prefix="nbjudge-", dir=place))
        self._connection, theirs = Pipe()
        words = [str(theirs.fileno()), str(self._folder), str(os.getpid())]
        self._program = subprocess.Popen(
            [sys.executable, "-P", "-X", "utf8", "-m", "nbjudge.cluster.server", *words],
            cwd=self._folder,
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # signals to the worker's terminal are the worker's
        )
        theirs.close()
        self._kit: bytes | None = kit

    def mark(self, parcel: bytes, seconds: float) -> tuple[str, bytes | str]:
        """Return ``marked`` with a pickled `Reply`, or ``failed`` with a sentence.

        Parameters
        ----------
        parcel : bytes
            A pickled `Parcel`.
        seconds : float
            When the process is given up.
        """
        if self._kit is not None:
            self._connection.send_bytes(self._kit)
            self._kit = None
            told = self._wait(_START)
            if told[0] != "ready":
                return told
        self._connection.send_bytes(parcel)
        return self._wait(seconds)

    def _wait(self, seconds: float) -> tuple[str, bytes | str]:
        if not self._connection.poll(seconds):
            self.close()
            return "failed", f"Marking it did not end within {seconds:.0f} s."
        kind, content = self._connection.recv()
        return kind, content

    @property
    def alive(self) -> bool:
        """Whether it can be given something to do."""
        return self._program.poll() is None

    def kill(self) -> None:
        """End the process, whatever it is at; the sandbox ends with it."""
        self._program.kill()

    def close(self) -> None:
        """End the process, and leave nothing of it."""
        self.kill()
        self._program.wait()
        with suppress(OSError):
            self._connection.close()
        shutil.rmtree(self._folder, ignore_errors=True)
