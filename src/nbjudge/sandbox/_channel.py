"""The host's end of a channel: never waits longer than told, never reads more than allowed."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Sequence
from struct import Struct
from typing import Any

from nbjudge.wire import Fallback, Limits, WireError, decode, encode

_LENGTH = Struct("<I")
_CHUNK = 2**18


class ChannelError(Exception):
    """The other side broke the rules, went away, or takes no more; the text says which."""


class Channel:
    """Messages to and from one process that nobody vouches for.

    Parameters
    ----------
    end : socket.socket
        The channel owns it.
    limits : Limits
        For messages both ways.
    """

    def __init__(self, end: socket.socket, limits: Limits) -> None:
        end.setblocking(False)
        self._socket = end
        self._limits = limits
        self._buffer = bytearray()
        self.ended = False

    @classmethod
    def pair(cls, limits: Limits) -> tuple[Channel, socket.socket]:
        """Return a channel, and the socket that the other side is given."""
        ours, theirs = socket.socketpair()
        return cls(ours, limits), theirs

    def send(
        self,
        value: Any,
        *,
        descriptors: Sequence[int] = (),
        fallback: Fallback | None = None,
        seconds: float = 10.0,
    ) -> None:
        """Encode a value and send it.

        Raises
        ------
        Unencodable
            Before anything is sent.
        ChannelError
            When the other side is gone or does not read.
        """
        message = encode(value, limits=self._limits, fallback=fallback)
        data = memoryview(_LENGTH.pack(len(message)) + message)
        deadline = time.monotonic() + seconds
        try:
            if descriptors:
                data = data[socket.send_fds(self._socket, [data], list(descriptors)) :]
            while data:
                data = data[self._send_some(data, deadline) :]
        except OSError as error:
            raise ChannelError(f"cannot be written to: {error.strerror}") from None

    def _send_some(self, data: memoryview, deadline: float) -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            left = deadline - time.monotonic()
            if left <= 0:
                raise ChannelError("reads nothing that it is sent") from None
            poll = select.poll()
            poll.register(self._socket, select.POLLOUT)
            poll.poll(left * 1000)
            return 0

    def read(self) -> None:
        """Take in what has come, without waiting."""
        while not self.ended and not self._complete():
            try:
                data = self._socket.recv(_CHUNK)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            self.ended = not data
            self._buffer += data

    def next(self) -> Any:
        """Return the next message, None when it is not complete; messages are never None.

        Raises
        ------
        ChannelError
            When what came is not a message.
        """
        if not self._complete():
            return None
        start = _LENGTH.size
        end = start + _LENGTH.unpack_from(self._buffer)[0]
        try:
            value = decode(bytes(self._buffer[start:end]), limits=self._limits)
        except WireError as error:
            raise ChannelError(f"sent no message: {error}") from None
        del self._buffer[:end]
        if type(value) is not tuple or not value or type(value[0]) is not str:
            raise ChannelError("sent a message that says nothing")
        return value

    @property
    def has_message(self) -> bool:
        """Whether a whole message has come."""
        return self._complete()

    def wait(self, seconds: float) -> Any:
        """Return the next message; ChannelError when none comes in time."""
        deadline = time.monotonic() + seconds
        while (message := self._take()) is None:
            left = deadline - time.monotonic()
            if self.ended or left <= 0:
                raise ChannelError("has ended" if self.ended else "does not answer")
            wait_for([self], left)
        return message

    def _take(self) -> Any:
        self.read()
        return self.next()

    def _complete(self) -> bool:
        if len(self._buffer) < _LENGTH.size:
            return False
        length: int = _LENGTH.unpack_from(self._buffer)[0]
        if length > self._limits.message_bytes:
            raise ChannelError(f"promised a message of {length} bytes")
        return len(self._buffer) >= _LENGTH.size + length

    def receive_descriptors(self, seconds: float) -> tuple[Any, list[int]]:
        """Return the next message with its descriptors; only from a process that is trusted."""
        wait_for([self], seconds)
        try:
            data, descriptors, _, _ = socket.recv_fds(self._socket, _CHUNK, 1)
        except BlockingIOError:
            raise ChannelError("does not answer") from None
        self.ended = not data
        self._buffer += data
        return self.wait(seconds), descriptors

    def fileno(self) -> int:
        """Return the descriptor, to wait for several channels."""
        return self._socket.fileno()

    def close(self) -> None:
        """Let go; the other side sees the end."""
        self._socket.close()


def wait_for(channels: Sequence[Channel], seconds: float) -> None:
    """Wait until one of the channels has something, or the time is over."""
    poll = select.poll()
    for channel in channels:
        if not channel.ended:
            poll.register(channel, select.POLLIN)
    poll.poll(max(0.0, seconds) * 1000)
