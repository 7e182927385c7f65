"""A kernel's sandbox, seen from the host: started, signalled, watched, ended."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import IO

from .. import _python
from .._channel import Channel, ChannelError
from .._confinement import why_not
from .._errors import SandboxError
from .._files import checked_files
from .._limits import MIB
from .._processes import Process
from .._terms import terms_of
from ._surroundings import Surroundings

PORTS = (27001, 27002, 27003, 27004, 27005)
"""Where the kernel listens, on a network that has nobody else; below those that clients get."""

_MOST_SAID = 256 * MIB  # what a kernel may send in all: nbclient holds a cell's outputs in memory
_START = 60.0  # seconds
_GLANCE = 0.05  # seconds between looks at the memory
_LONGEST = 200  # characters of what is quoted
_GOING = 3.0  # seconds for everything to go by itself


@dataclass(frozen=True)
class Order:
    """What is to be started.

    Parameters
    ----------
    command : list of str
        The kernel's command line.
    environment : dict of str to str
        Its environment, all of it.
    connection : tuple of str
        The connection file's path inside, and its text.
    """

    command: list[str]
    environment: dict[str, str]
    connection: tuple[str, str]


@dataclass(frozen=True)
class End:
    """How a kernel ended.

    Parameters
    ----------
    how : str
        Said of the kernel: "took more memory than allowed"; empty when it did not end by itself.
    last_words : str
        The last line that it wrote to its own standard streams.
    """

    how: str = ""
    last_words: str = ""


class KernelProcess:
    """One kernel, and the first process of its sandbox.

    Parameters
    ----------
    order : Order
        What to start.
    doors : sequence of socket
        Listening sockets, one for each of ``PORTS``.
    surroundings : Surroundings
        Limits, files, and what is visible; `visible` has to be complete.

    Raises
    ------
    SandboxError
        When there can be no sandbox here, or the kernel's program does not start.
    """

    def __init__(
        self, order: Order, doors: Sequence[socket.socket], surroundings: Surroundings
    ) -> None:
        reason = why_not()
        if reason is not None:
            raise SandboxError(reason)
        self._end = End()
        self._channel, theirs = Channel.pair(surroundings.limits.messages)
        with tempfile.TemporaryFile() as errors, theirs:
            visible = surroundings.visible
            self.program = _python.start(
                theirs.fileno(), errors, confined=True, visible=visible, runs="kernel"
            )
            theirs.close()
            self._process = Process(self.program.pid, os.pidfd_open(self.program.pid))
            self._begin(order, doors, surroundings, errors)
        watch = threading.Thread(
            target=self._watch, args=(surroundings.limits.memory_bytes,), daemon=True
        )
        watch.start()

    def _begin(
        self,
        order: Order,
        doors: Sequence[socket.socket],
        surroundings: Surroundings,
        errors: IO[bytes],
    ) -> None:
        terms = terms_of(
            surroundings.limits, confined=True, visible=surroundings.visible, foreign=True
        )
        files = dict(surroundings.files)
        checked_files(files, surroundings.limits.files_bytes)
        kernel = order.command, order.environment
        message = ("begin", asdict(terms), files, order.connection, *kernel, PORTS, _MOST_SAID)
        try:
            self._channel.send(message, descriptors=[door.fileno() for door in doors])
            answer = self._channel.wait(_START)
        except ChannelError as error:
            self.end()
            errors.seek(0)
            said = errors.read()[-2000:].decode("utf-8", "replace")
            raise SandboxError(f"Its sandbox {error}. {said}".strip()) from None
        if answer[0] != "started":
            self.end()
            raise SandboxError(str(answer[-1]))

    def signal(self, number: int) -> None:
        """Send a signal to the kernel, and to what it started in its own session."""
        with suppress(ChannelError):
            self._channel.send(("signal", int(number)))

    def end(self) -> None:
        """End the kernel with everything that it has started; nothing when it has ended."""
        self.ending()  # is not heard any more when the channel is closed
        self._channel.close()
        if not self._process.wait(_GOING):
            for process in self._process.tree():
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        self._process.end()
        with suppress(subprocess.TimeoutExpired):
            self.program.wait(_GOING)

    def ending(self) -> End:
        """Return how it ended, as far as known."""
        if not self._end.how and self.program.poll() is not None:
            with suppress(ChannelError, ValueError):
                _, how, said = self._channel.wait(1.0)
                last = str(said).strip().splitlines() or [""]
                self._end = End(str(how)[:_LONGEST], last[-1].strip()[:_LONGEST])
        return self._end

    def _watch(self, memory_bytes: int) -> None:
        """End it when its processes take more memory than allowed, all together."""
        while not self._process.wait(_GLANCE):
            if self._process.takes_more_than(memory_bytes):
                self._end = End("took more memory than allowed")
                self.end()
