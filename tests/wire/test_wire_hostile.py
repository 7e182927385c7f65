"""Messages that no encoder writes: each is refused, at once and without taking memory."""

import io
import struct
import time
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from wire_values import (
    COLLIDE,
    EMPTY_LIST,
    NONE,
    TRUE,
    array,
    container,
    frame,
    integer,
    message,
    rows,
    text,
    u32,
)

from nbjudge.wire import Limits, WireError, decode, encode
from nbjudge.wire import _tags as tags
from nbjudge.wire._decode import UNFORESEEN

TRILLION = 10**12


def arrow(name, number_of_rows, buffers):
    head = bytes((tags.ARROW,)) + u32(len(name)) + name.encode()
    blocks = b"".join(u32(len(block)) + block for block in buffers)
    return head + struct.pack("<QB", number_of_rows, len(buffers)) + blocks


def frame_of(labels, index, *columns):
    return container(tags.FRAME, [labels, index, *columns], len(columns))


def series(index, column, name=NONE):
    return bytes((tags.SERIES,)) + name + index + column


def index(column, frequency=NONE, name=NONE):
    return bytes((tags.INDEX,)) + name + column + frequency


def zoned(times, zone):
    return bytes((tags.ZONED,)) + times + zone


def categorical(codes, categories, ordered=TRUE):
    return bytes((tags.CATEGORICAL,)) + codes + categories + ordered


def multi(names, levels, codes):
    return container(tags.MULTI_INDEX, [names, *levels, *codes], len(levels))


def error(kind):
    return bytes((tags.ERROR,)) + u32(len(kind)) + kind.encode() + u32(0) * 4 + b"\0\0"


def compressed_stream():
    import pyarrow as pa

    sink = io.BytesIO()
    table = pa.table({"a": ["x" * 1000] * 1000})
    with pa.ipc.new_stream(
        sink, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")
    ) as out:
        out.write_table(table)
    return sink.getvalue()


ONE = array("|i1", (1,), b"\0")
FLOATS = array("<f8", (2,), bytes(16))
TIMES = array("<M8[s]", (2,), bytes(16))
LETTERS = index(container(tags.LIST, [text("a"), text("b")]))

HOSTILE = {
    "nothing": b"",
    "another version": b"\x02" + NONE,
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
    "an exception of no known kind": message(error("numpy.linalg.LinAlgError")),
    "an exception named like a function": message(error("eval")),
    "a reference cut off": message(bytes((tags.REFERENCE,)) + b"\0"),
    "a reference with a surrogate": message(
        bytes((tags.REFERENCE,)) + bytes(8) + u32(3) + b"\xed\xa0\x80"
    ),
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
    "a scalar bool that is 2": message(bytes((tags.SCALAR, 3)) + b"|b1\x02"),
    "a scalar of text": message(bytes((tags.SCALAR, 3)) + b"<U1" + bytes(4)),
    "a character beyond Unicode": message(array("<U1", (1,), b"\xff\xff\xff\x7f")),
    "a character beyond Unicode, swapped": message(array(">U1", (1,), b"\x7f\xff\xff\xff")),
    "NumPy text that holds a list": message(bytes((tags.NUMPY_STR,)) + EMPTY_LIST),
    "a frame whose labels are a list": message(frame_of(EMPTY_LIST, rows(0, 0))),
    "a frame with columns of several lengths": message(
        frame_of(rows(0, 2), rows(0, 2), FLOATS, ONE)
    ),
    "a frame with more labels than columns": message(frame_of(rows(0, 3), rows(0, 2), FLOATS)),
    "a frame with a column of two axes": message(
        frame_of(rows(0, 1), rows(0, 1), array("<f8", (1, 1), bytes(8)))
    ),
    "a frame with a column of numbers as text": message(
        frame_of(rows(0, 1), rows(0, 1), array("<U1", (1,), bytes(4)))
    ),
    "a frame with a frame as a column": message(
        frame_of(rows(0, 1), rows(0, 0), frame_of(rows(0, 0), rows(0, 0)))
    ),
    "a series named by a list": message(series(rows(0, 2), FLOATS, EMPTY_LIST)),
    "a range of 10^12 rows": message(rows(0, TRILLION)),
    "a range from end to end": message(rows(-(2**63), 2**63 - 1)),
    "a range without a step": message(rows(0, 1, 0)),
    "an index with an unknown frequency": message(index(TIMES, text("C"))),
    "an index with a frequency of nothing": message(index(TIMES, text("0D"))),
    "an index with a wrong frequency": message(index(TIMES, text("D"))),
    "an index of 999,999 working days a step": message(index(TIMES, text("999999B"))),
    "an index of a million times as the ends of months": message(
        index(array("<M8[s]", (10**6,), np.arange(10**6).tobytes()), text("ME"))
    ),
    "an index of a million different steps": message(
        index(array("<M8[s]", (10**6,), np.cumsum(np.arange(10**6)).tobytes()), text("h"))
    ),
    "an index of floats with a frequency": message(index(FLOATS, text("D"))),
    "a frequency that is a list": message(index(TIMES, EMPTY_LIST)),
    "a zone that is a path": message(zoned(TIMES, text("../../../etc/passwd"))),
    "a zone that is an absolute path": message(zoned(TIMES, text("/etc/passwd"))),
    "a zone of dateutil's, which opens files": message(zoned(TIMES, text("dateutil//etc/passwd"))),
    "a zone that is a folder": message(zoned(TIMES, text("America"))),
    "a zone that is nowhere": message(zoned(TIMES, text("Mars/Base"))),
    "a zone of 10^12 seconds": message(zoned(TIMES, integer(TRILLION))),
    "times in a zone in the year 75093": message(
        zoned(array("<M8[s]", (1,), struct.pack("<q", 2_307_664_800_000)), text("Europe/Oslo"))
    ),
    "times in a zone by the year": message(zoned(array("<M8[Y]", (1,), bytes(8)), text("UTC"))),
    "zoned floats": message(zoned(FLOATS, text("UTC"))),
    "codes that point beyond": message(categorical(array("|i1", (1,), b"\x05"), LETTERS)),
    "codes that are negative": message(categorical(array("|i1", (1,), b"\xfe"), LETTERS)),
    "codes that are floats": message(categorical(FLOATS, LETTERS)),
    "categories that stand twice": message(
        categorical(ONE, index(container(tags.LIST, [text("a"), text("a")])))
    ),
    "categories that are a list": message(categorical(ONE, EMPTY_LIST)),
    "order that is a number": message(categorical(ONE, LETTERS, integer(1))),
    "levels with codes that point beyond": message(
        multi(container(tags.LIST, [NONE]), [LETTERS], [array("|i1", (1,), b"\x05")])
    ),
    "levels with codes of several lengths": message(
        multi(container(tags.LIST, [NONE, NONE]), [LETTERS, LETTERS], [ONE, array("|i1", (0,))])
    ),
    "no levels": message(multi(EMPTY_LIST, [], [])),
    "Arrow of an unknown dtype": message(arrow("object", 0, [b"", b""])),
    "Arrow with too few buffers": message(arrow("Int64", 1, [b""])),
    "Arrow with too many buffers": message(arrow("Int64", 1, [b"", bytes(8), bytes(8)])),
    "Arrow without buffers": message(arrow("Int64", 0, [])),
    "Arrow with 255 buffers": message(arrow("str/pyarrow", 0, [b""] * 255)),
    "Arrow with 10^12 rows": message(arrow("Int64", TRILLION, [b"", bytes(8)])),
    "Arrow with rows that overflow": message(arrow("Int64", 2**64 - 1, [b"", bytes(8)])),
    "Arrow with more rows than bytes": message(arrow("Int64", 2, [b"", bytes(8)])),
    "Arrow with a short map of what is missing": message(arrow("Int8", 16, [b"\x01", bytes(16)])),
    "text with offsets that go back": message(
        arrow("str/pyarrow", 2, [b"", struct.pack("<qqq", 0, 2, 1), b"ab"])
    ),
    "text with negative offsets": message(
        arrow("str/pyarrow", 1, [b"", struct.pack("<qq", -8, 0), b"ab"])
    ),
    "text with offsets beyond the end": message(
        arrow("str/pyarrow", 1, [b"", struct.pack("<qq", 0, 10**9), b"ab"])
    ),
    "text that is not UTF-8": message(
        arrow("str/pyarrow", 1, [b"", struct.pack("<qq", 0, 1), b"\xff"])
    ),
    "text kept by Python that is not UTF-8": message(
        arrow("string/python", 1, [b"", struct.pack("<qq", 0, 1), b"\xff"])
    ),
    "a compressed stream of Arrow": message(bytes((tags.ARROW,)), compressed_stream()),
    "a compressed stream as a buffer": message(
        arrow("str/pyarrow", 1000, [b"", compressed_stream()])
    ),
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
    decode(encode(frame()))


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
        (frame(), Limits(tables=10)),
        (pd.RangeIndex(5), Limits(items=4)),
        (ValueError("x" * 100), Limits(text_characters=50)),
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
    "scalars": container(tags.LIST, [bytes((tags.SCALAR, 3)) + b"|u1\1"] * 8_000),
    "errors": container(tags.LIST, [error("ValueError")] * 3_000),
    "a wide str": text("a" * 100_000 + "😀"),
    "frames": container(tags.LIST, [frame_of(rows(0, 0), rows(0, 0))] * 300),
    "series": container(tags.LIST, [series(rows(0, 0), array("|u1", (0,)))] * 300),
    "columns": frame_of(rows(0, 900), rows(0, 0), *[array("|u1", (0,))] * 900),
    "columns of objects": frame_of(rows(0, 900), rows(0, 0), *[EMPTY_LIST] * 900),
    "ranges as levels": container(
        tags.LIST, [multi(container(tags.LIST, [NONE]), [rows(0, 10**6)], [ONE])] * 300
    ),
}


@pytest.mark.parametrize("name", GREEDY)
def test_memory_is_at_most_64_times_the_message_and_4_kilobytes_a_table(name):
    data = message(GREEDY[name])
    limits = Limits(tables=1000)
    decode(data, limits=limits)
    tables = 1000 if data[1] == tags.FRAME or "frames series ranges".count(name.split()[0]) else 0
    assert peak_of(data, limits) < 64 * len(data) + 4096 * tables


def test_a_zone_cannot_name_a_file(monkeypatch):
    opened = []
    monkeypatch.setattr("builtins.open", lambda *a, **k: opened.append(a))
    for name in ("/etc/passwd", "../zone", "a/../../b", "dateutil//etc/x"):
        with pytest.raises(WireError):
            decode(message(zoned(TIMES, text(name))))
    assert not opened
