"""Passes bytes between the host's connections and the ports that a kernel listens on.

A kernel that speaks TCP only is as good as one that knows local sockets: its ports are on a network
that ends at the sandbox, and the host connects to doors in a folder of its own, which the sandbox
does not see. What comes in at a door is passed on to the door's port.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

ADDRESS = "127.0.0.1"
_CHUNK = 2**16
_AGAIN = 0.02  # seconds between tries to reach a kernel that is not listening yet


class Relay:
    """Joins doors to ports.

    Parameters
    ----------
    most_bytes : int
        What the kernel may say altogether; the host has to hold it.
    spent : callable
        Is called when the kernel says more.
    """

    def __init__(self, most_bytes: int, spent: Callable[[], object]) -> None:
        self._left = most_bytes
        self._spent = spent

    async def open(self, door: socket.socket, port: int) -> asyncio.Server:
        """Join whoever comes in at a door to a port."""

        async def join(host: asyncio.StreamReader, to_host: asyncio.StreamWriter) -> None:
            kernel, to_kernel = await _reach(port)
            there = asyncio.create_task(self._pass(host, to_kernel, lambda said: None))
            back = asyncio.create_task(self._pass(kernel, to_host, self._count))
            await asyncio.gather(there, back)

        return await asyncio.start_unix_server(join, sock=door)

    async def _pass(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        count: Callable[[bytes], None],
    ) -> None:
        """Pass on what comes until one side ends, and then end the other."""
        try:
            while said := await source.read(_CHUNK):
                count(said)
                target.write(said)
                await target.drain()
        except OSError:
            return
        finally:
            target.close()

    def _count(self, said: bytes) -> None:
        self._left -= len(said)
        if self._left < 0:
            self._spent()


async def _reach(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the kernel as soon as it listens."""
    while True:
        try:
            return await asyncio.open_connection(ADDRESS, port)
        except OSError:
            await asyncio.sleep(_AGAIN)
