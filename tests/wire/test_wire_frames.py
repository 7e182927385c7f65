"""Messages on a stream."""

import io
import os
import struct
import threading
import tracemalloc

import numpy as np
import pytest

from nbjudge.wire import (
    EndOfStream,
    Limits,
    TooLarge,
    Unencodable,
    WireError,
    receive,
    receive_bytes,
    send,
)


class Drip(io.RawIOBase):
    """Gives and takes a few bytes at a time, and remembers the most that it was asked for."""

    def __init__(self, data=b""):
        self.data = bytearray(data)
        self.asked = 0

    def read(self, size=-1):
        self.asked += size
        piece, self.data = self.data[: min(size, 3)], self.data[min(size, 3) :]
        return bytes(piece)

    def write(self, data):
        self.data += data[:3]
        return len(data[:3])


def test_values_arrive_in_order():
    stream = io.BytesIO()
    for value in ([1, 2], None, "x"):
        send(stream, value)
    stream.seek(0)
    assert [receive(stream) for _ in range(3)] == [[1, 2], None, "x"]
    with pytest.raises(EndOfStream):
        receive(stream)


def test_a_stream_that_drips():
    stream = Drip()
    send(stream, list(range(100)))
    assert receive(stream) == list(range(100))


def test_a_pipe_carries_10_megabytes():
    there, here = os.pipe()
    array = np.random.default_rng(0).random(1_250_000)
    with os.fdopen(there, "rb", buffering=0) as source, os.fdopen(here, "wb", buffering=0) as sink:
        writing = threading.Thread(target=send, args=(sink, array))
        writing.start()
        assert np.array_equal(receive(source), array)
        writing.join()


def test_no_byte_more_than_promised_is_asked_for():
    stream = Drip(struct.pack("<I", 5) + b"\x01\x10\0\0\0" + b"the next message")
    receive_bytes(stream)
    assert bytes(stream.data) == b"the next message"


@pytest.mark.parametrize("cut", range(1, 9))
def test_a_stream_cut_off_is_an_error_but_not_an_end(cut):
    stream = io.BytesIO()
    send(stream, "word")
    with pytest.raises(WireError, match="ended after") as caught:
        receive(io.BytesIO(stream.getvalue()[:cut]))
    assert type(caught.value) is WireError


def test_a_promise_takes_no_memory():
    tracemalloc.start()
    with pytest.raises(WireError):
        receive_bytes(io.BytesIO(struct.pack("<I", 60 * 2**20) + b"x"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * 2**20


def test_a_length_above_the_limit_is_refused_before_reading():
    stream = Drip(struct.pack("<I", 2**32 - 1) + bytes(100))
    with pytest.raises(WireError, match="are allowed"):
        receive(stream)
    assert len(stream.data) == 100


def test_after_a_bad_message_the_stream_stands_at_the_next():
    stream = io.BytesIO(struct.pack("<I", 2) + b"\x01\xff")
    stream.seek(0, 2)
    send(stream, "good")
    stream.seek(0)
    with pytest.raises(WireError):
        receive(stream)
    assert receive(stream) == "good"


def test_nothing_is_written_when_a_value_cannot_go():
    stream = io.BytesIO()
    with pytest.raises(Unencodable):
        send(stream, [1, object()])
    with pytest.raises(TooLarge):
        send(stream, "x" * 100, limits=Limits(message_bytes=10))
    assert stream.getvalue() == b""


def test_a_stream_that_takes_nothing_is_an_error():
    class Full(Drip):
        def write(self, data):
            return None

    with pytest.raises(WireError, match="takes no more"):
        send(Full(), 1)
