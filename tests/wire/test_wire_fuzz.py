"""Bytes at random and messages with something changed: a value, or a WireError, and nothing else."""

import random
import tracemalloc
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_values import (
    NONE,
    UNFORESEEN,
    array,
    container,
    integer,
    message,
    same,
    scalar,
    tags,
    text,
    unhurried,
    values,
)

from nbjudge.wire import Reference, WireError, decode, encode

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
        [Reference(3, "function"), {np.float32(1): np.int64(2)}, np.bytes_(b"x\0"), ()],
    )
]


def decodes_or_is_refused(data):
    """Decode, and check what comes out and what it took."""
    tracemalloc.start()
    try:
        value = decode(data)
    except WireError as error:
        refusal = str(error)
    else:
        refusal = ""
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 64 * len(data) + 20_000
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
def test_changed_messages_of_arrays_and_others(seed):
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
    *map(text, ("", "a", "D", "\ud800", "é")),
    *(array(dtype, (2,), bytes(16)) for dtype in ("<f8", "<i8", ">i8", "<M8[s]", "<M8[ns]", "<m8[us]")),
    *(array(dtype, (2,), b"\0\1") for dtype in ("|i1", "|u1", "|b1", "|S1")),
    *(array("<U1", shape, bytes(8)) for shape in ((2,), (1, 2), (2, 1))),
    *(array("<f2", shape, bytes(2)) for shape in ((), (1,), (0, 3), (0,))),
    *(scalar(dtype, bytes(8)) for dtype in ("<M8", "<m8", "<m8[s]", "<M8[as]", "<c8", "<u8")),
    *(scalar(dtype, b"\xff" * 7 + b"\x7f") for dtype in ("<M8[Y]", "<m8[W]", "<m8", "<f8")),
    scalar("<f16", b"\xff" * 16),
    encode(np.float64("nan"))[1:],
    encode(np.datetime64("NaT"))[1:],
    encode(np.str_("a"))[1:],
    encode(Reference(1, "function"))[1:],
]  # fmt: skip


def wild(chance, depth):
    """Return a value whose parts are all well formed, and may not belong together."""
    if depth == 0 or chance.random() < 0.2:
        return chance.choice(LEAVES)
    tag = chance.choice((tags.LIST, tags.TUPLE, tags.SET, tags.FROZENSET, tags.DICT))
    number = chance.randrange(4)
    parts = [wild(chance, depth - 1) for _ in range((1 + (tag == tags.DICT)) * number)]
    return container(tag, parts, number)


def test_every_two_leaves_can_be_keys_together_or_are_refused():
    for one in LEAVES:
        for other in LEAVES:
            decodes_or_is_refused(message(container(tags.DICT, [one, other, NONE, NONE], 2)))
