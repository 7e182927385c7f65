"""Dates, fractions, random generators and their like: taken apart, and put together again."""

import random
from collections import deque
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_values import NONE, array, container, integer, message, text, u32, unhurried

from nbjudge.wire import Reference, Unencodable, WireError, decode, encode
from nbjudge.wire import _tags as tags

zones = st.none() | st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(timezone)
small = st.integers(-(2**200), 2**200)
values = st.one_of(
    st.dates(),
    st.times(timezones=zones),
    st.datetimes(timezones=zones),
    st.timedeltas(),
    st.decimals(allow_nan=False).filter(
        lambda d: not d or not d.is_finite() or abs(d.adjusted()) < 900
    ),
    st.fractions(),
    st.builds(range, small, small, small.filter(bool)),
    st.builds(slice, st.none() | small, st.none() | small, st.none() | small),
    st.binary().map(bytearray),
    st.lists(small | st.dates(), max_size=5).map(deque),
    st.just(...),
)


@given(values)
@unhurried
def test_a_value_arrives_as_it_was(value):
    arrived = decode(encode({"kept": [value]}))["kept"][0]
    assert (type(arrived), arrived) == (type(value), value)


@pytest.mark.parametrize("value", [Decimal("1.10"), Decimal("-0"), Decimal("NaN"), Decimal("sNaN")])
def test_a_decimal_is_written_as_it_was(value):
    assert str(decode(encode(value))) == str(value)


@pytest.mark.parametrize(
    "value", [UTC, timezone(timedelta(hours=2)), datetime(2024, 10, 27, 2, fold=1)]
)
def test_zones_and_folds(value):
    arrived = decode(encode(value))
    assert arrived == value and getattr(arrived, "fold", 0) == getattr(value, "fold", 0)


@pytest.mark.parametrize("value", [pd.Timestamp("2024-02-29 12:00"), pd.Timedelta("1h")])
def test_times_of_pandas(value):
    arrived = decode(encode(value))
    assert (type(arrived), arrived, arrived.unit) == (type(value), value, value.unit)


def test_they_can_be_keys():
    value = {date(2024, 1, 1): 1, Fraction(1, 2): {Decimal(1), range(3)}}
    assert decode(encode(value)) == value


def test_a_deque_keeps_its_longest_length():
    assert decode(encode(deque([1], 3))).maxlen == 3


@pytest.mark.parametrize(
    ("make", "draw"),
    [
        (random.Random, lambda dice: dice.gauss(0, 1)),
        (np.random.default_rng, lambda dice: dice.normal()),
        (np.random.RandomState, lambda dice: dice.normal()),
    ],
)
def test_a_random_generator_goes_on_where_it_was(make, draw):
    mine = make(3)
    draw(mine)
    theirs = decode(encode(mine))
    assert [draw(theirs) for _ in range(700)] == [draw(mine) for _ in range(700)]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (datetime(2024, 1, 1, tzinfo=ZoneInfo("Europe/Oslo")), "in a zone of type ZoneInfo"),
        (Fraction(1, 2**300), "a Fraction that cannot go"),
        (Decimal("1e5000"), "a Decimal that cannot go"),
        (slice("a", "b"), "a slice that cannot go"),
        (Path("x"), "a PosixPath"),
        (np.random.Generator(np.random.MT19937(1)), "a Generator over MT19937"),
        (pd.Timestamp("2024-01-01", tz="UTC"), "a Timestamp in a zone"),
        (type("Day", (date,), {})(2024, 1, 1), "a Day"),
    ],
)
def test_refused_with_a_reason(value, reason):
    with pytest.raises(Unencodable, match=reason):
        encode(value)


def test_a_deque_with_an_object_stays_behind_as_a_whole():
    left = []
    value = [1, deque([[object()]])]
    assert decode(encode(value, fallback=lambda it: left.append(it) or Reference(1, "x"))) == [
        1,
        Reference(1, "x"),
    ]
    assert left == [value[1]]


def record(kind, *parts):
    return message(bytes((tags.RECORD, kind)), u32(len(parts)), *parts)


WORDS = container(tags.TUPLE, [integer(0)] * 625)
LARGE = integer(2**256)


@pytest.mark.parametrize(
    "said",
    [
        record(99),
        record(0, integer(0), integer(1), integer(1)),
        record(0, integer(2024), integer(1)),
        record(2, text("\x07\xe8\x01\x01\x00\x00\x00\x00\x00\x00", tags.BYTES)),
        record(3, integer(10**12), integer(0), integer(0)),
        record(5, text("1e1000000")),
        record(5, text("9" * 5000)),
        record(5, text("one")),
        record(5, integer(1)),
        record(6, integer(1), integer(0)),
        record(6, LARGE, integer(1)),
        record(7, integer(0), integer(1), integer(0)),
        record(7, integer(0), LARGE, integer(1)),
        record(8, text("a"), NONE, NONE),
        record(10, integer(10**12)),
        record(11),
        record(11, LARGE),
        record(12, integer(3), WORDS[:-9] + integer(625), NONE),
        record(12, integer(3), WORDS[:-9] + integer(-1), NONE),
        record(12, integer(2), WORDS, NONE),
        record(20, integer(2**128), integer(1), integer(0), integer(0)),
        record(20, integer(1), integer(1), integer(2), integer(0)),
        record(21, array("<u4", [624], bytes(2496)), integer(625), integer(0), integer(0)),
        record(21, array("<u4", [624], bytes(2496)), integer(-1), integer(0), integer(0)),
        record(21, array("<u4", [1], bytes(4)), integer(0), integer(0), integer(0)),
        record(30, text("2024")),
        record(30, integer(0)),
    ],
)
def test_malformed_records_are_refused(said):
    with pytest.raises(WireError):
        decode(said)
