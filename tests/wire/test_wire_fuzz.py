"""Bytes at random and messages with something changed: a value, or a WireError, and nothing else."""

import random
import tracemalloc
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_values import (
    array,
    container,
    frame,
    integer,
    message,
    rows,
    same,
    text,
    unhurried,
    values,
)

from nbjudge.wire import Limits, Reference, WireError, decode, encode
from nbjudge.wire import _tags as tags
from nbjudge.wire._decode import UNFORESEEN

LIMITS = Limits(tables=100)
ALLOWANCE = 4096 * LIMITS.tables

SEEDS = [
    encode(seed)
    for seed in (
        {"a": [1, 2.5, 1j, "é", b"x", None, True], (1, "b"): {frozenset({1}), -1}},
        [
            np.eye(3),
            np.float32(1),
            np.array(["ab", "c"]),
            np.array(["2024"], "M8[D]"),
            np.str_("x"),
        ],
        [np.array([True, False]), np.arange(6, dtype=">i2").reshape(2, 3), 2**100, -(2**70)],
        [ValueError("no"), Reference(3, "function")],
        frame(),
        frame().set_index(["text as objects", "int"])[["float", "zoned", "category"]],
        pd.DataFrame({"x": [1, 2]}, index=pd.date_range("2024", periods=2, freq="ME")),
        [frame()[name] for name in ("text", "string", "python", "nullable", "nullable bool")],
    )
]


def decodes_or_is_refused(data):
    """Decode, and check what comes out and what it took."""
    tracemalloc.start()
    try:
        value = decode(data, limits=LIMITS)
    except WireError as error:
        refusal = str(error)
    else:
        refusal = ""
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 64 * len(data) + ALLOWANCE
    assert UNFORESEEN not in refusal
    if refusal:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        repr(value)
        again = encode(value)  # what came in can go out
    assert len(again) <= 2 * len(data) + 1000


@unhurried
@given(st.binary(max_size=200))
def test_random_bytes(data):
    decodes_or_is_refused(data)
    decodes_or_is_refused(message(data))


@unhurried
@given(values, st.randoms(use_true_random=False))
def test_a_changed_message_of_plain_values(value, chance):
    decodes_or_is_refused(change(bytearray(encode(value)), chance))


@unhurried
@given(values, st.data())
def test_every_beginning_of_a_message_is_refused(value, data):
    whole = encode(value)
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(WireError):
        decode(whole[:cut])


@pytest.mark.parametrize("seed", range(len(SEEDS)))
def test_changed_messages_of_arrays_and_tables(seed):
    chance = random.Random(seed)
    for _ in range(200):
        decodes_or_is_refused(change(bytearray(SEEDS[seed]), chance))


@pytest.mark.parametrize("seed", range(len(SEEDS)))
def test_messages_cut_and_joined(seed):
    chance = random.Random(seed)
    for _ in range(100):
        one, other = SEEDS[seed], chance.choice(SEEDS)
        decodes_or_is_refused(
            one[: chance.randrange(len(one))] + other[chance.randrange(len(other)) :]
        )


@pytest.mark.parametrize("seed", range(8))
def test_parts_put_together_at_random(seed):
    chance = random.Random(seed)
    for _ in range(300):
        decodes_or_is_refused(message(wild(chance, 4)))


@unhurried
@given(values)
def test_decoding_is_the_same_from_every_kind_of_buffer(value):
    data = encode(value)
    padded = memoryview(bytearray(b"x" + data + b"x"))[1:-1]  # and from an odd address
    assert same(decode(padded), decode(data))


def change(data, chance):
    """Flip bits, set bytes, inflate lengths, repeat or drop a stretch."""
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data))
        kind = chance.randrange(6)
        if kind == 0:
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[place] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
        elif kind == 2:
            data[place : place + 4] = b"\xff\xff\xff\x7f"
        elif kind == 3:
            data[place : place + 8] = chance.choice((10**12, 2**63, 2**64 - 1)).to_bytes(
                8, "little"
            )
        elif kind == 4:
            data[place:place] = data[place : place + chance.randrange(20)]
        elif len(data) > 20:
            del data[place : place + chance.randrange(8)]
    return bytes(data)


LEAVES = [
    *(bytes((tag,)) for tag in (tags.NONE, tags.FALSE, tags.TRUE)),
    *map(integer, (-2, -1, 0, 1, 2, 3600, 2**61 - 1, 2**64, -(2**70))),
    *map(text, ("", "a", "D", "ME", "UTC", "Europe/Oslo", "\ud800", "é")),
    *(array(dtype, (2,), bytes(16)) for dtype in ("<f8", "<i8", ">i8", "<M8[s]", "<M8[ns]", "<m8[us]")),
    *(array(dtype, (2,), b"\0\1") for dtype in ("|i1", "|u1", "|b1", "|S1")),
    *(array("<U1", shape, bytes(8)) for shape in ((2,), (1, 2), (2, 1))),
    *(array("<f2", shape, bytes(2)) for shape in ((), (1,), (0, 3), (0,))),
    *(rows(*ends) for ends in ((0, 0), (0, 1), (0, 2), (2, 0, -1), (0, 100))),
    *(encode(column.array)[1:] for _, column in frame()[:2].select_dtypes(exclude="number").items()
      if column.dtype.kind == "O" and column.dtype != object),
    encode(frame()["nullable"].array[:2])[1:],
    encode(np.float64("nan"))[1:],
    encode(np.datetime64("NaT"))[1:],
    encode(np.str_("a"))[1:],
    encode(Reference(1, "function"))[1:],
    encode(ValueError("no"))[1:],
]  # fmt: skip


def wild(chance, depth):
    """Return a value whose parts are all well formed, and may not belong together."""
    if depth == 0 or chance.random() < 0.2:
        return chance.choice(LEAVES)
    tag = chance.choice(list(PARTS))
    number = chance.randrange(4)
    head, kinds = PARTS[tag](number)
    return head + b"".join(part(chance, depth - 1, kind) for kind in kinds)


def part(chance, depth, kind):
    """Return a part: mostly of the kind that belongs there."""
    if kind == "any" or chance.random() < 0.1:
        return wild(chance, depth)
    if kind == "index" and chance.random() < 0.5:
        name, column = (part(chance, depth - 1, kind) for kind in ("leaf", "column"))
        return bytes((tags.INDEX,)) + name + column + chance.choice((bytes(1), text("D")))
    return chance.choice({"leaf": LEAVES, "index": RANGES, "column": COLUMNS, "codes": CODES}[kind])


RANGES = [leaf for leaf in LEAVES if leaf[0] == tags.RANGE_INDEX]
COLUMNS = [
    leaf for leaf in LEAVES if leaf[0] in (tags.ARRAY, tags.ARROW, tags.CATEGORICAL, tags.ZONED)
]
COLUMNS += [container(tags.LIST, some) for some in ([], LEAVES[:2], LEAVES[-2:])]
CODES = [leaf for leaf in LEAVES if b"|i1" in leaf or b"<i8" in leaf]
PARTS = {
    **{
        tag: lambda number, tag=tag: (container(tag, [], number), number * ["any"])
        for tag in (tags.LIST, tags.TUPLE, tags.SET, tags.FROZENSET)
    },
    tags.DICT: lambda number: (container(tags.DICT, [], number), 2 * number * ["leaf"]),
    tags.FRAME: lambda number: (
        container(tags.FRAME, [], number),
        ["index", "index", *(number * ["column"])],
    ),
    tags.SERIES: lambda number: (bytes((tags.SERIES,)), ["leaf", "index", "column"]),
    tags.INDEX: lambda number: (bytes((tags.INDEX,)), ["leaf", "column", "leaf"]),
    tags.MULTI_INDEX: lambda number: (
        container(tags.MULTI_INDEX, [], number) + container(tags.LIST, number * LEAVES[:1]),
        [*(number * ["index"]), *(number * ["codes"])],
    ),
    tags.CATEGORICAL: lambda number: (bytes((tags.CATEGORICAL,)), ["codes", "index", "leaf"]),
    tags.ZONED: lambda number: (bytes((tags.ZONED,)), ["column", "leaf"]),
}
