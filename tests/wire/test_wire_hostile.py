"""Messages that no encoder writes: each is refused, at once and without taking memory."""

import struct
import time
import tracemalloc

import numpy as np
import pytest
from wire_values import (
    COLLIDE,
    EMPTY_LIST,
    NONE,
    TRUE,
    UNFORESEEN,
    VERSION,
    array,
    container,
    integer,
    message,
    reference,
    scalar,
    tags,
    text,
    u32,
)

from nbjudge.wire import Limits, Reference, WireError, decode, encode

TRILLION = 10**12
FLOATS = array("<f8", (2,), bytes(16))

HOSTILE = {
    "nothing": b"",
    "another version": bytes((VERSION - 1,)) + NONE,
    "only a version": message(),
    "an unknown tag": message(b"\xff"),
    "bytes after the end": message(NONE, NONE),
    "a list of 4 billion items": message(container(tags.LIST, [], 2**32 - 1)),
    "a dict of 4 billion items": message(container(tags.DICT, [], 2**32 - 1)),
    "a list that promises more than follows": message(container(tags.LIST, [NONE], 2)),
    "lists within lists": message(b"".join(container(tags.LIST, [], 1) for _ in range(10**6))),
    "tuples within tuples": message(
        b"".join(container(tags.TUPLE, [], 1) for _ in range(65)) + NONE
    ),
    "a str of 4 GB": message(bytes((tags.STR,)) + u32(2**32 - 1) + b"x"),
    "a str that is not UTF-8": message(bytes((tags.STR,)) + u32(1) + b"\xff"),
    "an overlong str": message(bytes((tags.STR,)) + u32(2) + b"\xc0\x80"),
    "an int of 2 MiB": message(bytes((tags.LONG_INT,)) + u32(2**21) + bytes(2**21)),
    "a set with a list in it": message(container(tags.SET, [EMPTY_LIST])),
    "a set with an array in it": message(container(tags.SET, [FLOATS])),
    "a tuple with a list as a key": message(
        container(tags.DICT, [container(tags.TUPLE, [EMPTY_LIST]), NONE], 1)
    ),
    "the same key twice": message(container(tags.DICT, [text("a"), text("a"), NONE, NONE], 2)),
    "1 and True as keys": message(container(tags.SET, [integer(1), TRUE])),
    "the same element twice": message(container(tags.FROZENSET, [NONE, NONE])),
    "keys that all meet": message(
        container(tags.SET, [integer(n * COLLIDE) for n in range(10_000)])
    ),
    "a time difference without a unit as a key": message(
        container(tags.DICT, [scalar("<m8", bytes(8)), NONE], 1)
    ),
    "a time difference without a unit in a key": message(
        container(tags.SET, [container(tags.TUPLE, [scalar("<m8", bytes(8))])])
    ),
    "an exception, which crossed once": message(b"\x21" + u32(0) * 6),
    "a record, which crossed once": message(b"\x15" + u32(0)),
    "a frame, which crossed once": message(b"\x40" + u32(0)),
    "a reference cut off": message(bytes((tags.REFERENCE,)) + b"\0"),
    "a reference with half a name": message(reference(1, b"name")[:-2]),
    "an array of 10^10 elements": message(array("<f8", (10**10,))),
    "an array of 10^12 empty rows": message(array("<f8", (TRILLION, 0))),
    "an array whose size overflows": message(array("<f8", (2**32, 2**32, 2**32))),
    "an array with a negative size": message(
        bytes((tags.ARRAY, 3)) + b"<f8\x01" + struct.pack("<q", -1) + bytes(64)
    ),
    "an array of 65 axes": message(array("<f8", (1,) * 65, bytes(8))),
    "an array of 255 axes": message(array("<f8", (1,) * 255, bytes(8))),
    "an array shorter than its shape": message(array("<f8", (2,), bytes(15))),
    "a bool that is 2": message(array("|b1", (1,), b"\x02")),
    "a scalar bool that is 2": message(scalar("|b1", b"\x02")),
    "a date without a unit": message(array("<M8", (1,), bytes(8))),
    "a scalar date without a unit, swapped": message(scalar(">M8", b"\1" * 8)),
    "a scalar of text": message(scalar("<U1", bytes(4))),
    "a scalar with an axis": message(bytes((tags.SCALAR,)) + array("<f8", (1,), bytes(8))[1:]),
    "a scalar of objects": message(scalar("|O", bytes(8))),
    "a character beyond Unicode": message(array("<U1", (1,), b"\xff\xff\xff\x7f")),
    "a character beyond Unicode, swapped": message(array(">U1", (1,), b"\x7f\xff\xff\xff")),
    "NumPy text that is not UTF-8": message(bytes((tags.NUMPY_STR,)) + u32(1) + b"\xff"),
    "NumPy text of 4 GB": message(bytes((tags.NUMPY_BYTES,)) + u32(2**32 - 1) + b"x"),
}


def peak_of(data, limits):
    """Return the most memory that decoding takes, whether it succeeds or not."""
    tracemalloc.start()
    try:
        decode(data, limits=limits)
    except WireError:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak


@pytest.fixture(scope="module", autouse=True)
def everything_is_imported():
    """Imports and caches are not what a message costs."""
    decode(encode([np.eye(2), np.float32(1), {1}]))


@pytest.mark.parametrize("name", HOSTILE)
def test_refused_at_once(name):
    data = HOSTILE[name]
    started = time.thread_time()
    with pytest.raises(WireError) as caught:
        decode(data)
    assert UNFORESEEN not in str(caught.value)
    assert time.thread_time() - started < 0.5
    assert peak_of(data, Limits()) < 64 * len(data) + 100_000


DTYPES = [
    "|O",
    "O",
    "|O8",
    "object",
    "|V8",
    "V",
    "<f8,O",
    "f8,f8",
    "(2,)f8",
    "<U0",
    "|S0",
    "T",
    "=f8",
]


@pytest.mark.parametrize(
    "dtype", [*DTYPES, "", "int", "<f3", "<M8[foo]", "<M8[0s]", "<U999999999", "é"]
)
def test_dtypes_that_may_not_cross(dtype):
    text_of = dtype.encode("latin-1")
    head = bytes((tags.ARRAY, len(text_of))) + text_of + b"\x01" + struct.pack("<Q", 1)
    with pytest.raises(WireError):
        decode(message(head + bytes(64)))


@pytest.mark.parametrize(
    ("value", "limits"),
    [
        ("x" * 100, Limits(message_bytes=50)),
        ([[[]]], Limits(depth=2)),
        ([1, 2, 3], Limits(items=3)),
        (1 << 800, Limits(integer_bytes=100)),
        (np.zeros(13), Limits(array_bytes=100)),
        ({1: 2}, Limits(items=2)),
    ],
)
def test_limits_hold_on_the_way_in(value, limits):
    with pytest.raises(WireError):
        decode(encode(value), limits=limits)


GREEDY = {
    "empty sets": container(tags.LIST, [container(tags.SET, [])] * 10_000),
    "empty lists": container(tags.LIST, [EMPTY_LIST] * 10_000),
    "small dicts": container(tags.LIST, [container(tags.DICT, [NONE, NONE], 1)] * 10_000),
    "a set of ints": container(tags.SET, [integer(n) for n in range(20_000)]),
    "a set of characters": container(tags.SET, [text(chr(n)) for n in range(128, 20_000)]),
    "small arrays": container(tags.LIST, [array("|u1", (), b"\1")] * 8_000),
    "arrays of times": container(tags.LIST, [array("<M8[25s]", (), bytes(8))] * 8_000),
    "scalars": container(tags.LIST, [scalar("|u1", b"\1")] * 8_000),
    "references": container(tags.LIST, [reference(1, b"")] * 8_000),
    "a wide str": text("a" * 100_000 + "😀"),
}


@pytest.mark.parametrize("name", GREEDY)
def test_memory_is_at_most_64_times_the_message(name):
    data = message(GREEDY[name])
    decode(data)
    assert peak_of(data, Limits()) < 64 * len(data)


def test_the_name_of_a_reference_is_made_well_formed_and_short():
    surrogate = decode(message(reference(-3, "\ud800".encode("utf-8", "surrogatepass"))))
    assert surrogate == Reference(-3, "\ufffd" * 3)
    assert decode(message(reference(1, b"x" * 10_000))) == Reference(1, "x" * 500)
