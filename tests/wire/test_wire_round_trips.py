"""What crosses arrives as it was."""

import math

import numpy as np
import pytest
from hypothesis import given
from wire_values import arrays, same, unhurried, values

from nbjudge.wire import Reference, RemoteError, decode, encode


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


def test_matrix_and_memmap_arrive_as_plain_arrays(tmp_path):
    mapped = np.memmap(tmp_path / "m", dtype="f8", mode="w+", shape=(2, 2))
    for special in (np.asmatrix(np.eye(2)), mapped):
        assert same(trip(special), np.array(special))


def test_uninitialised_bools_are_made_bools():
    odd = np.array([0, 1, 2, 255], "u1").view(bool)
    assert trip(odd).view("u1").tolist() == [0, 1, 1, 1]


def test_references_cross():
    assert trip([Reference(-5, "function")]) == [Reference(-5, "function")]


def test_an_exception_arrives_as_data():
    class LessonError(ValueError):
        pass

    error = LessonError("shapes differ")
    error.add_note("see row 3")
    arrived = trip(error)
    assert type(arrived) is RemoteError
    assert arrived.kind == "ValueError" and arrived.type_name.endswith("LessonError")
    assert arrived.text == "shapes differ" and arrived.notes == ("see row 3",)
    assert "LessonError: shapes differ" in arrived.traceback


def test_an_exception_that_cannot_be_described_is_described():
    class Sly(Exception):
        __notes__ = property(lambda self: 1 / 0)

        def __str__(self):
            raise SystemExit

    assert trip(Sly()).text == "<its description raised SystemExit>"


def test_texts_for_people_are_escaped():
    assert trip(ValueError("\ud800é")).text == "\\ud800é"
    assert trip(Reference(1, "\udfff")).type_name == "\\udfff"


def test_plain_values_need_neither_numpy_nor_pandas(run_python):
    run_python(
        "import sys; from nbjudge.wire import decode, encode\n"
        "assert decode(encode({'a': [1, 2.5, {3}]})) == {'a': [1, 2.5, {3}]}\n"
        "assert not {'numpy', 'pandas', 'pyarrow'} & set(sys.modules)"
    )


def test_arrays_need_no_pandas(run_python):
    run_python(
        "import sys, numpy; from nbjudge.wire import decode, encode\n"
        "assert decode(encode(numpy.eye(2))).sum() == 2\n"
        "assert not {'pandas', 'pyarrow'} & set(sys.modules)"
    )
