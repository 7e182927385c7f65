"""The first process of a notebook in another language: builds the walls, starts its kernel, waits.

It runs no student code. As process 1 of its namespace it can neither be killed from inside nor
outlived by anything: when it ends, everything that was started in here ends with it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from nbjudge.wire import Limits, encode

from .beginning import let_go_of_errors, seclude, unpack
from .channel import Channel, Closed
from .namespaces import WORK
from .relay import Relay
from .walls import Terms, build_walls

_LARGEST = 2**32 - 1  # bytes of a message: the host is trusted with any
_LAST_WORDS = 2000  # characters of what the kernel writes to its own standard streams
_CHUNK = 2**16


class Keeper:
    """Watches over one kernel.

    Parameters
    ----------
    channel : Channel
        The host's wishes come by it; its end is the kernel's end.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._said = b""

    async def keep(
        self, command: list[str], environment: dict[str, str], ports: list[int], most_bytes: int
    ) -> NoReturn:
        """Start the kernel, join the host's doors to its ports, and end when it ends."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGCHLD, self._bury)
        self._start(command, environment)
        relay = Relay(most_bytes, lambda: self._end("wrote more than the grader can hold"))
        doors = [socket.socket(fileno=door) for door in self._channel.descriptors]
        servers = [await relay.open(*pair) for pair in zip(doors, ports, strict=True)]
        loop.add_reader(self._channel.fileno(), self._serve)
        self._say("started")
        await asyncio.gather(*(server.serve_forever() for server in servers))
        os._exit(0)

    def _start(self, command: list[str], environment: dict[str, str]) -> None:
        self._ear, mouth = os.pipe()
        os.set_blocking(self._ear, False)
        self._kernel = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=mouth,
            stderr=mouth,
            start_new_session=True,
        )
        os.close(mouth)
        asyncio.get_running_loop().add_reader(self._ear, self._listen)

    def _serve(self) -> None:
        """Do what the host wishes: the one wish is a signal."""
        try:
            _wish, number = self._channel.receive()
        except (Closed, OSError):
            os._exit(0)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._kernel.pid, number)

    def _listen(self) -> None:
        with suppress(BlockingIOError):
            said = os.read(self._ear, _CHUNK)
            self._said = (self._said + said)[-_LAST_WORDS:]
            if not said:
                asyncio.get_running_loop().remove_reader(self._ear)

    def _bury(self) -> None:
        with suppress(ChildProcessError):
            while True:
                process, status = os.waitpid(-1, os.WNOHANG)
                if not process:
                    return
                if process == self._kernel.pid:
                    code = os.waitstatus_to_exitcode(status)
                    how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
                    self._end(how)

    def _end(self, how: str) -> NoReturn:
        self._listen()
        self._say("ended", how, self._said.decode("utf-8", "replace"))
        os._exit(0)

    def _say(self, *words: Any) -> None:
        with suppress(OSError):
            self._channel.send(encode(words))


def main(descriptor: int) -> NoReturn:
    """Run the kernel that the host's first message tells of."""
    channel = Channel(descriptor, Limits(message_bytes=_LARGEST))
    try:
        _, terms, files, connection, *order = channel.receive()
        let_go_of_errors()
        build_walls(Terms(**terms))
        unpack(files, Path(WORK))
        os.chdir(WORK)
        Path(connection[0]).write_text(connection[1], "utf-8")
        seclude()
        asyncio.run(Keeper(channel).keep(*order))
    except Closed:
        os._exit(0)
    except Exception as error:
        channel.send(encode(("failed", f"{type(error).__name__}: {error}")))
    os._exit(1)
