"""Messages between a process of the sandbox and the host, and descriptors with them."""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Sequence
from struct import Struct
from typing import Any

from nbjudge.wire import Limits, decode

LENGTH = Struct("<I")
"""What stands before each message: how many bytes it has."""

_CHUNK = 2**18
_MOST_DESCRIPTORS = 8


class Closed(Exception):
    """The host has closed its end: there is nothing more to do."""


class Channel:
    """The sandbox's end; it waits as long as it takes, for time limits are the host's business.

    Parameters
    ----------
    descriptor : int
        A connected socket; the channel owns it.
    limits : Limits
        For messages that come in.
    """

    def __init__(self, descriptor: int, limits: Limits) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=descriptor)
        os.set_inheritable(descriptor, False)
        self._limits = limits
        self._buffer = bytearray()
        self.descriptors: deque[int] = deque()

    def send(self, message: bytes, descriptors: Sequence[int] = ()) -> None:
        """Send a message that is encoded already."""
        data = LENGTH.pack(len(message)) + message
        sent = 0
        if descriptors:
            sent = socket.send_fds(self._socket, [data], list(descriptors))
        self._socket.sendall(memoryview(data)[sent:])

    @property
    def pending(self) -> bool:
        """Whether bytes came that were not handed out yet."""
        return bool(self._buffer)

    def receive(self) -> Any:
        """Wait for a message; descriptors that came with it are in ``descriptors``."""
        while (message := self._next()) is None:
            data, descriptors, _, _ = socket.recv_fds(self._socket, _CHUNK, _MOST_DESCRIPTORS)
            self.descriptors.extend(descriptors)
            if not data:
                raise Closed
            self._buffer += data
        return decode(message, limits=self._limits)

    def fileno(self) -> int:
        """Return the socket's descriptor, to wait for several things."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close this process's end."""
        self._socket.close()

    def _next(self) -> bytes | None:
        start = LENGTH.size
        if len(self._buffer) < start:
            return None
        end = start + LENGTH.unpack_from(self._buffer)[0]
        if len(self._buffer) < end:
            return None
        message = bytes(self._buffer[start:end])
        del self._buffer[:end]
        return message
