"""What does not go out, and what the student is told."""

import datetime
import threading
import types
from decimal import Decimal
from enum import Enum
from fractions import Fraction

import numpy as np
import pytest

from nbjudge.wire import Limits, Reference, TooLarge, Unencodable, decode, encode


class Colour(Enum):
    RED = 1


class Reducing:
    def __reduce__(self):
        return (print, ("executed",))


class Array:
    def __array__(self, *args, **kwargs):
        return np.ones(3)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ((x for x in ()), "the value is a generator"),
        (threading.Lock(), "the value is a lock"),
        (types, "the value is a module"),
        (lambda: 0, "the value is a function"),
        (len, "the value is a builtin_function_or_method"),
        (int, "the value is a type"),
        (object(), "the value is an object"),
        (Reducing(), "the value is a Reducing"),
        (Array(), "the value is an Array"),
        ([1, 2, 3, (x for x in ())], "element 3 of a list is a generator"),
        (
            {"w": [0, {1, len}]},
            "of a set is .*, inside element 1 of a list, inside .* key 'w' of a dict",
        ),
        ({len: 1}, "key number 0 of a dict is a builtin_function"),
        ({10**5000: len}, "the value for key number 0 of a dict"),
        ({7: len}, "the value for key 7 of a dict"),
        ({(1,): len}, "the value for key number 0 of a dict"),
        (np.array([object()]), "an array of dtype object"),
        (np.zeros(2, [("a", "f8"), ("b", "O")]), "an array of dtype"),
        (np.zeros(2, [("a", "f8")]), "an array of dtype"),
        (np.zeros(2, "V3"), "an array of dtype"),
        (np.array(["a"], np.dtypes.StringDType()), "an array of dtype"),
        (np.zeros(1, [("a", "f8")])[0], "a NumPy scalar of dtype void"),
        (np.ma.array([1], mask=[True]), "a masked array, whose mask"),
        (np.array([2**31 - 1], "i4").view("U1"), "an array with a character beyond Unicode"),
        (Colour.RED, "the value is a Colour"),
        (range(3), "the value is a range"),
        (bytearray(b"x"), "the value is a bytearray"),
        (memoryview(b"x"), "the value is a memoryview"),
        (datetime.date(2024, 2, 29), "the value is a date"),
        ([Decimal("0.1")], "element 0 of a list is a Decimal"),
        ({"x": Fraction(1, 3)}, "the value for key 'x' of a dict is a Fraction"),
        ({}.keys(), "the value is a dict_keys"),
        (ValueError("x"), "the value is a ValueError"),
        ({ValueError("x"): 1}, "key number 0 of a dict is a ValueError"),
        ({(1, ValueError("x"))}, "element 1 of a tuple is a ValueError"),
    ],
)
def test_refused_with_a_reason(value, reason):
    with pytest.raises(Unencodable, match=reason):
        encode(value)


def test_a_class_cannot_pose_as_another():
    class Poser:
        __class__ = property(lambda self: list)

    with pytest.raises(Unencodable, match="a Poser"):
        encode(Poser())


@pytest.mark.parametrize("make", [lambda inner: [1, inner], lambda inner: {"a": inner}])
def test_cycles_are_refused_even_with_a_fallback(make):
    ring = [0]
    ring.append(make(ring))
    with pytest.raises(Unencodable, match="the container itself again: a cycle"):
        encode(ring, fallback=lambda it: Reference(1, "any"))


def test_the_fallback_leaves_references_in_place():
    left = []

    def leave(value):
        left.append(value)
        return Reference(len(left), type(value).__name__)

    arrived = decode(encode({"f": [len, 2, Colour.RED]}, fallback=leave))
    assert arrived == {"f": [Reference(1, "builtin_function_or_method"), 2, Reference(2, "Colour")]}
    assert left[0] is len


def test_a_fallback_may_decline():
    with pytest.raises(Unencodable, match="element 0 of a list is a type"):
        encode([int], fallback=lambda value: None)


def test_limits_are_not_offered_to_the_fallback():
    with pytest.raises(TooLarge):
        encode(np.broadcast_to(0.0, 10**10), fallback=lambda value: Reference(1, "array"))


@pytest.mark.parametrize(
    ("value", "limits"),
    [
        ("x" * 100, Limits(message_bytes=50)),
        ([b"x" * 20] * 3, Limits(message_bytes=50)),
        ([[[]]], Limits(depth=2)),
        ([1, 2, 3], Limits(items=3)),
        (1 << 800, Limits(integer_bytes=100)),
        (np.zeros(13), Limits(array_bytes=100)),
        (np.zeros((10**9, 0)), Limits()),
        (np.broadcast_to(0.0, 10**10), Limits()),
    ],
)
def test_limits_hold_on_the_way_out(value, limits):
    with pytest.raises(TooLarge):
        encode(value, limits=limits)


def test_depth_beyond_the_recursion_limit_is_refused_quietly():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(TooLarge, match="nested too deep"):
        encode(deep)
    while deep:
        deep = deep[0]


def test_doubling_by_sharing_is_stopped():
    doubled = [1]
    for _ in range(40):
        doubled = [doubled, doubled]
    with pytest.raises(TooLarge, match="items"):
        encode(doubled, limits=Limits(items=10_000))


@pytest.mark.parametrize("value", [np.array([object()]), np.ma.array([1]), np.void(b"x")])
def test_the_fallback_is_asked_about_arrays_that_cannot_go(value):
    asked = []
    encode([value], fallback=lambda it: asked.append(it) or Reference(1, "array"))
    assert len(asked) == 1 and asked[0] is value


def test_the_fallback_is_asked_about_the_part_and_not_about_what_holds_it():
    asked = []
    with pytest.raises(Unencodable, match=r"element 0 of a list is a type, inside .* key 'a'"):
        encode({"a": [int]}, fallback=lambda value: asked.append(value))
    assert asked == [int]


def test_limits_make_sense():
    with pytest.raises(ValueError, match="negative"):
        Limits(depth=-1)
    for limit, bound in (("message_bytes", 2**40), ("items", 2**40), ("depth", 201)):
        with pytest.raises(ValueError, match=f"{limit} is above"):
            Limits(**{limit: bound})
