"""pandas objects cross without the metadata of anybody."""

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal, assert_index_equal, assert_series_equal
from wire_values import frame

from nbjudge.wire import Reference, Unencodable, WireError, decode, encode


def trip(value):
    return decode(encode(value))


def test_a_frame_with_columns_of_every_dtype():
    assert_frame_equal(trip(frame()), frame())


@pytest.mark.parametrize("column", frame().columns)
def test_each_column_alone_and_empty(column):
    series = frame()[column]
    assert_series_equal(trip(series), series)
    assert_series_equal(trip(series[:0]), series[:0])
    assert_series_equal(trip(series[1:]), series[1:])


def test_objects_that_look_like_text_stay_objects():
    assert trip(frame())["text as objects"].dtype == object
    assert trip(frame())["objects"][1] == {"a": (2,)}


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame(),
        pd.DataFrame(index=range(3)),
        pd.DataFrame(columns=["a", "b"]),
        pd.DataFrame([[1, 2.5]], columns=["a", "a"]),
        pd.DataFrame({("a", 1): [1], ("b", 2): [2]}),
        pd.DataFrame({"k": ["a", "b", "a"], "l": [1, 2, 3], "x": [1.0, 2, 3]}).set_index(
            ["k", "l"]
        ),
        pd.DataFrame({"k": list("aab"), "l": [1, 2, 1], "x": [1.0, 2, 3]}).pivot(
            index="k", columns="l"
        ),
        pd.DataFrame({"x": [1, 2]}, index=pd.CategoricalIndex(["u", "v"], name="c")),
        pd.DataFrame({"x": [1, 2]}, index=pd.Index([0.5, "mixed"], name=("a", 1))),
        pd.DataFrame({"x": np.arange(5)}, index=range(10, 0, -2)),
        pd.DataFrame(
            {"x": range(4)},
            pd.MultiIndex.from_product([pd.date_range("2024", periods=2, tz="UTC"), [0.5, None]]),
        ),
    ],
)
def test_labels_of_every_kind(table):
    assert_frame_equal(trip(table), table)


@pytest.mark.parametrize("freq", ["D", "h", "5min", "B", "W-TUE", "ME", "MS", "QS", "YE", "-1D"])
def test_the_frequency_of_a_time_index_is_kept(freq):
    table = pd.DataFrame({"x": range(4)}, index=pd.date_range("2024-01-01", periods=4, freq=freq))
    assert_frame_equal(trip(table), table)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kolkata", "+05:30"])
def test_time_zones(zone):
    index = pd.date_range("2024-01-01", periods=3, tz=zone)
    assert_index_equal(trip(index), index)
    assert str(trip(index).tz) == str(index.tz)


def test_nan_in_a_nullable_column_arrives_as_missing_which_is_what_pandas_takes_it_for():
    column = pd.arrays.FloatingArray(np.array([np.nan, 1.0, 2.0]), np.array([False, True, False]))
    assert trip(pd.Series(column)).isna().tolist() == [True, True, False]


def test_columns_that_arrive_can_be_written_to():
    arrived = trip(frame())
    for column in arrived.columns:
        arrived.loc[0, column] = arrived.loc[2, column]


@pytest.mark.parametrize(
    "table",
    [
        pd.Series(pd.period_range("2024", periods=2, freq="M")),
        pd.Series([object()]),
        pd.Series([1, None], dtype="Sparse[float]"),
        pd.DataFrame({"ok": [1], "no": [lambda: 0]}),
        pd.interval_range(0, 3),
        pd.date_range("2024-01-01", periods=3, freq="C"),
        pd.Series(pd.array(["\ud800"], dtype=pd.StringDtype("python"))),
    ],
)
def test_what_a_frame_cannot_hold_is_refused_or_left_behind_whole(table):
    with pytest.raises(Unencodable):
        encode(table)
    there = encode([1, table, 2], fallback=lambda it: Reference(7, type(it).__name__))
    assert decode(there) == [1, Reference(7, type(table).__name__), 2]


def test_a_subclass_of_a_frame_is_refused():
    class Better(pd.DataFrame):
        pass

    with pytest.raises(Unencodable, match="a Better"):
        encode(Better())


def test_many_categories_are_refused_for_pandas_hashes_them_openly():
    column = pd.Series(pd.Categorical(np.arange(40_000)))
    with pytest.raises(WireError, match="too many categories"):
        trip(column)
