"""What crosses arrives as it was."""

import math

import numpy as np
import pytest
from hypothesis import given
from wire_values import arrays, same, unhurried, values

from nbjudge.wire import Reference, decode, encode


def trip(value):
    return decode(encode(value))


@unhurried
@given(values)
def test_nested_values_arrive_the_same(value):
    assert same(trip(value), value)


@unhurried
@given(arrays)
def test_arrays_arrive_to_the_last_bit(array):
    arrived = trip(array)
    assert same(arrived, array)
    assert arrived.flags.writeable and arrived.flags.c_contiguous


@pytest.mark.parametrize("power", [7, 8, 15, 16, 31, 63, 64, 65, 127, 4096])
def test_ints_of_any_size(power):
    for number in (2**power - 1, 2**power, -(2**power), -(2**power) - 1):
        assert same(trip(number), number)


def test_special_floats():
    for number in (math.nan, -math.nan, math.inf, -math.inf, -0.0, 5e-324):
        assert same(trip(number), number)


def test_lone_surrogates_and_pairs_of_them_are_kept():
    assert trip("\ud800 \ud83d\ude00 😀") == "\ud800 \ud83d\ude00 😀"


def test_dicts_keep_their_order():
    assert list(trip({"b": 1, "a": 2, 3: 3})) == ["b", "a", 3]


def test_shared_objects_become_copies():
    shared = [1]
    one, other = trip([shared, shared])
    assert one == other == [1] and one is not other


@pytest.mark.parametrize(
    "view",
    [
        np.arange(12).reshape(3, 4).T,
        np.arange(12)[::-2],
        np.asfortranarray(np.ones((2, 3))),
        np.broadcast_to(1.5, (3, 2)),
        np.array(7),
        np.zeros((0, 3)),
        np.ones((1,) * 64),
    ],
)
def test_views_arrive_as_arrays_of_their_own(view):
    arrived = trip(view)
    assert np.array_equal(arrived, view) and arrived.shape == view.shape
    assert arrived.flags.c_contiguous and arrived.flags.owndata | (arrived.base is not view)


def test_uninitialised_bools_are_made_bools():
    odd = np.array([0, 1, 2, 255], "u1").view(bool)
    assert trip(odd).view("u1").tolist() == [0, 1, 1, 1]


def test_references_cross():
    assert trip([Reference(-5, "function")]) == [Reference(-5, "function")]


def test_the_name_of_a_reference_is_escaped_and_cut():
    assert trip(Reference(1, "\udfffé")).name == "\\udfffé"
    assert trip(Reference(1, "x" * 1000)).name == "x" * 500


def test_plain_values_need_no_numpy(run_python):
    run_python(
        "import sys; from nbjudge.wire import decode, encode\n"
        "assert decode(encode({'a': [1, 2.5, {3}]})) == {'a': [1, 2.5, {3}]}\n"
        "assert 'numpy' not in sys.modules"
    )


def test_a_module_of_the_students_named_numpy_is_not_taken_for_it(run_python):
    run_python(
        "import sys, types; from nbjudge.wire import Reference, decode, encode\n"
        "leave = lambda value: Reference(1, 'function')\n"
        "for sys.modules['numpy'] in (types.ModuleType('numpy'), None):\n"
        "    assert decode(encode([len, 2], fallback=leave)) == [Reference(1, 'function'), 2]"
    )
