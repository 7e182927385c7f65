"""Keys that are chosen to meet cost no more than others, or are refused."""

import itertools
import time

import numpy as np
import pytest
from wire_values import COLLIDE, container, integer, message, tags

from nbjudge.wire import WireError, decode, encode


def triples(levels):
    """Return three different frozensets of equal hash, each of which holds two such of a level below."""
    three = [integer(0), integer(COLLIDE), integer(2 * COLLIDE)]
    for _ in range(levels):
        three = [container(tags.FROZENSET, pair) for pair in itertools.combinations(three, 2)]
    return three


@pytest.mark.parametrize("levels", [10, 14])
def test_frozensets_that_all_meet_are_refused(levels):
    started = time.thread_time()
    with pytest.raises(WireError, match="same hash"):
        decode(message(container(tags.SET, triples(levels))))
    assert time.thread_time() - started < 2


def test_a_few_levels_of_them_pass():
    assert len(decode(message(container(tags.SET, triples(3))))) == 3


def test_large_ints_that_meet_are_refused_by_their_size():
    big = 1 << 4_000_000
    keys = [integer(big + n * COLLIDE) for n in range(30)]
    with pytest.raises(WireError, match="same hash"):
        decode(message(container(tags.SET, keys)))


@pytest.mark.parametrize(
    "honest",
    [
        {2**n for n in range(2000)},
        {2.0**n: n for n in range(-1000, 1000)},
        set(itertools.product((-2, -1, 0, 1), repeat=5)),
        {frozenset({(x, 0), (x + 1, 0)}) for x in range(-50, 50)},
        {frozenset(some) for n in range(8) for some in itertools.combinations(range(-4, 4), n)},
        set(range(200_000)),
        {n << 40 for n in range(20_000)},
        set(np.arange(5000)),
        {float("nan"), float("nan")},
        {np.datetime64("NaT"), np.float64(1), (1, 2), "x", None},
    ],
)
def test_what_meets_by_nature_passes(honest):
    arrived = decode(encode(honest))
    assert type(arrived) is type(honest) and len(arrived) == len(honest)
    assert arrived == honest or len(honest) < 6  # NaN is not equal to itself


def test_a_table_that_fills_too_slowly_is_refused(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: next(clock) / 10)
    with pytest.raises(WireError, match="too long"):
        decode(encode(set(range(10_000))))
