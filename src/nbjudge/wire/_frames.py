"""Messages on a stream: ``length in 4 bytes, message``, one after another.

Time limits are the business of whoever owns the stream.
"""

from __future__ import annotations

from struct import Struct
from typing import Any, Protocol

from ._decode import decode
from ._encode import Fallback, encode
from ._errors import EndOfStream, TooLarge, WireError
from ._limits import DEFAULT, Limits

_LENGTH = Struct("<I")
_CHUNK = 2**20  # a promised length takes no memory before its bytes have come


class Readable(Protocol):
    """What is read from: a file, ``socket.makefile("rb")``, a pipe's end; buffered or not."""

    def read(self, size: int, /) -> bytes | None:
        """Return at most ``size`` bytes; none at the end."""


class Writable(Protocol):
    """What is written to."""

    def write(self, data: memoryview, /) -> int | None:
        """Take some of the bytes, and return how many."""

    def flush(self) -> None:
        """Let go of what is held back."""


def send(
    stream: Writable, value: Any, *, limits: Limits = DEFAULT, fallback: Fallback | None = None
) -> None:
    """Encode a value and write it; nothing is written when it cannot go."""
    send_bytes(stream, encode(value, limits=limits, fallback=fallback), limits=limits)


def receive(stream: Readable, *, limits: Limits = DEFAULT) -> Any:
    """Read one message and decode it.

    After a WireError about the message's content the stream stands at the next message; after one
    about its length or its end it is of no further use.

    Raises
    ------
    EndOfStream
        When the stream ended before the message began.
    WireError
        When it ended within the message, or the message is not one.
    """
    return decode(receive_bytes(stream, limits=limits), limits=limits)


def send_bytes(stream: Writable, message: bytes, *, limits: Limits = DEFAULT) -> None:
    """Write one message that is encoded already."""
    if len(message) > limits.message_bytes:
        raise TooLarge(f"a message has more than {limits.message_bytes} bytes")
    for piece in (_LENGTH.pack(len(message)), message):
        left = memoryview(piece)
        while left:
            taken = stream.write(left)
            if not taken:
                raise WireError("the stream takes no more bytes")
            left = left[taken:]
    stream.flush()


def receive_bytes(stream: Readable, *, limits: Limits = DEFAULT) -> bytearray:
    """Read one message without decoding it, and not a byte more."""
    head = _read(stream, _LENGTH.size)
    if not head:
        raise EndOfStream("the stream ended")
    length = _LENGTH.unpack(_whole(head, _LENGTH.size))[0]
    if length > limits.message_bytes:
        raise WireError(f"a message of {length} bytes; {limits.message_bytes} are allowed")
    return _whole(_read(stream, length), length)


def _read(stream: Readable, length: int) -> bytearray:
    """Return as many bytes, or those that came before the stream ended."""
    got = bytearray()
    while len(got) < length:
        piece = stream.read(min(_CHUNK, length - len(got)))
        if not piece:
            break
        got += piece
    return got


def _whole(got: bytearray, length: int) -> bytearray:
    if len(got) != length:
        raise WireError(f"the stream ended after {len(got)} of {length} bytes")
    return got
