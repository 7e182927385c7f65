"""What the tests of the wire share: sameness, strategies, and hand-made messages."""

import struct
from types import SimpleNamespace

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

VERSION = 2
tags = SimpleNamespace(
    NONE=0x00, FALSE=0x01, TRUE=0x02, SHORT_INT=0x03, LONG_INT=0x04, FLOAT=0x05, COMPLEX=0x06,
    STR=0x07, BYTES=0x08, LIST=0x10, TUPLE=0x11, SET=0x12, FROZENSET=0x13, DICT=0x14,
    REFERENCE=0x20, ARRAY=0x30, SCALAR=0x31, NUMPY_STR=0x32, NUMPY_BYTES=0x33,
)  # fmt: skip
"""The first byte of each value, as the format has it."""

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For a machine that others use too."""

UNFORESEEN = "could not be decoded"
"""Stands in an error that the decoder did not foresee."""

COLLIDE = 2**61 - 1  # ints that differ by it have the same hash


def same(one, other):
    """Same exact types, same values, floats and arrays to the last bit, dicts in order."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return (one.dtype, one.shape) == (
            other.dtype,
            other.shape,
        ) and one.tobytes() == other.tobytes()
    if isinstance(one, np.generic):
        return one.dtype == other.dtype and one.tobytes() == other.tobytes()
    if isinstance(one, float):
        return struct.pack("<d", one) == struct.pack("<d", other)
    if isinstance(one, complex):
        return same((one.real, one.imag), (other.real, other.imag))
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one.items()), list(other.items()))
    if isinstance(one, set | frozenset):
        return sorted(map(spell, one)) == sorted(map(spell, other))
    return one == other


def spell(key):
    """Return a text that is the same for the same key, whatever the order of sets inside it."""
    if type(key) is tuple:
        return f"({','.join(map(spell, key))})"
    if type(key) is frozenset:
        return f"{{{','.join(sorted(map(spell, key)))}}}"
    return repr(key)


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(2**200), 2**200),
    st.floats(),
    st.complex_numbers(),
    st.text(st.characters(codec=None)),  # lone surrogates too
    st.binary(),
    st.sampled_from(
        [np.float64(0.1), np.int8(-3), np.bool_(True), np.str_("a\0"), np.bytes_(b"a\0")]
    ),
    st.sampled_from([np.float32(-0.0), np.datetime64("2024-02-29"), np.timedelta64(3, "m")]),
)
keys = st.recursive(
    scalars, lambda some: st.tuples(some, some) | st.frozensets(some, max_size=3), max_leaves=4
)
dtypes = st.one_of(
    hnp.boolean_dtypes(),
    hnp.integer_dtypes(endianness="?"),
    hnp.floating_dtypes(endianness="?"),
    hnp.complex_number_dtypes(endianness="?"),
    hnp.unicode_string_dtypes(endianness="?"),
    hnp.byte_string_dtypes(),
    hnp.datetime64_dtypes(endianness="?"),
    hnp.timedelta64_dtypes(endianness="?"),
)
arrays = hnp.arrays(dtypes, hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
values = st.recursive(
    scalars | arrays,
    lambda some: (
        st.lists(some, max_size=4)
        | st.lists(some, max_size=3).map(tuple)
        | st.dictionaries(keys, some, max_size=4)
        | st.sets(keys, max_size=4)
        | st.frozensets(keys, max_size=4)
    ),
    max_leaves=12,
)


# Messages by hand, for what no encoder would write.


def message(*pieces):
    return bytes((VERSION,)) + b"".join(pieces)


def u32(number):
    return struct.pack("<I", number)


def container(tag, items, promised=None):
    return bytes((tag,)) + u32(len(items) if promised is None else promised) + b"".join(items)


def integer(number):
    if -(2**63) <= number < 2**63:
        return struct.pack("<Bq", tags.SHORT_INT, number)
    block = number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)
    return bytes((tags.LONG_INT,)) + u32(len(block)) + block


def text(words, tag=tags.STR):
    block = words.encode("utf-8", "surrogatepass")
    return bytes((tag,)) + u32(len(block)) + block


def array(dtype, shape, body=b""):
    head = bytes((tags.ARRAY, len(dtype))) + dtype.encode() + bytes((len(shape),))
    return head + struct.pack(f"<{len(shape)}Q", *shape) + body


def scalar(dtype, body):
    return bytes((tags.SCALAR,)) + array(dtype, (), body)[1:]


def reference(handle, name):
    return struct.pack("<BqI", tags.REFERENCE, handle, len(name)) + name


NONE = bytes((tags.NONE,))
TRUE = bytes((tags.TRUE,))
EMPTY_LIST = container(tags.LIST, [])
