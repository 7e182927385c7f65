"""How pandas objects are written.

A table is taken apart into values that cross by themselves: labels, an array for each column, a
list for a column of objects. What holds them together, names of dtypes included, is ours: no
metadata of pandas or Arrow.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, timezone
from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from . import _tags as tags
from ._arrow import arrow_form, write_arrow
from ._errors import TooLarge, Unencodable
from ._frequencies import may_cross
from ._writer import Branch, Writer

if TYPE_CHECKING:
    import pandas as pd

_TAG = Struct("<B")
_RANGE = Struct("<Bqqq")


def writer_of(own: type) -> Callable[[Any, Writer], Branch | None] | None:
    """Return how values of a type are written, or None if it is not pandas' own."""
    if "pandas" not in sys.modules:  # then no value can be a table
        return None
    return _writers().get(own)


@cache
def _writers() -> dict[type, Callable[[Any, Writer], Branch | None]]:
    import pandas as pd

    indexes = (pd.Index, pd.DatetimeIndex, pd.TimedeltaIndex, pd.CategoricalIndex)
    arrays = (pd.arrays.IntegerArray, pd.arrays.FloatingArray, pd.arrays.BooleanArray)
    strings = (pd.arrays.StringArray, pd.arrays.ArrowStringArray)
    return {
        pd.DataFrame: _write_frame,
        pd.Series: _write_series,
        **dict.fromkeys(indexes, _write_index),
        pd.RangeIndex: _write_range,
        pd.MultiIndex: _write_multi_index,
        pd.Categorical: _write_categorical,
        pd.arrays.DatetimeArray: _write_zoned,
        **dict.fromkeys((*arrays, *strings), write_arrow),
    }


def _write_frame(value: pd.DataFrame, writer: Writer) -> Branch:
    """Write ``tag, number of columns``; column labels, row labels and columns follow."""
    width = value.shape[1]
    writer.count_tables(1 + width)
    columns = [_column(value.iloc[:, place]) for place in range(width)]
    writer.put_count(tags.FRAME, width)
    return Branch("DataFrame", [value.columns, value.index, *columns], whole=True)


def _write_series(value: pd.Series[Any], writer: Writer) -> Branch:
    """Write ``tag``; name, labels and column follow."""
    parts = [value.name, value.index, _column(value)]
    return _begin(tags.SERIES, "Series", parts, writer)


def _write_index(value: pd.Index[Any], writer: Writer) -> Branch:
    """Write ``tag``; name, column and frequency follow."""
    frequency = getattr(value, "freqstr", None)
    if frequency is not None and not may_cross(frequency):
        raise Unencodable(f"an index with the frequency {frequency:.30}")
    parts = [value.name, _column(value), frequency]
    return _begin(tags.INDEX, "Index", parts, writer)


def _write_range(value: pd.RangeIndex, writer: Writer) -> Branch:
    """Write ``tag, start, stop, step``; the name follows."""
    if len(value) > writer.limits.items:
        raise TooLarge(f"a range of {len(value)} rows; {writer.limits.items} are allowed")
    writer.count_tables(1)
    writer.put(_RANGE.pack(tags.RANGE_INDEX, value.start, value.stop, value.step))
    return Branch("RangeIndex", [value.name], whole=True)


def _write_multi_index(value: pd.MultiIndex, writer: Writer) -> Branch:
    """Write ``tag, number of levels``; a list of names, the levels and the codes follow."""
    writer.count_tables(1)
    writer.put_count(tags.MULTI_INDEX, value.nlevels)
    parts = [list(value.names), *value.levels, *(_codes(code) for code in value.codes)]
    return Branch("MultiIndex", parts, whole=True)


def _write_categorical(value: pd.Categorical, writer: Writer) -> Branch:
    """Write ``tag``; codes, categories and whether they are ordered follow."""
    parts = [_codes(value.codes), value.categories, bool(value.ordered)]
    return _begin(tags.CATEGORICAL, "Categorical", parts, writer)


def _write_zoned(value: Any, writer: Writer) -> Branch:
    """Write ``tag``; the times in UTC and the zone follow: its name, or seconds east."""
    if value.tz is None:
        raise Unencodable("an array of pandas; a Series or Index of it can go")
    times = value.tz_convert("UTC").tz_localize(None).to_numpy()
    return _begin(tags.ZONED, "column of times", [times, _zone(value.tz)], writer)


def _begin(tag: int, kind: str, parts: list[Any], writer: Writer) -> Branch:
    writer.count_tables(1)
    writer.put(_TAG.pack(tag))
    return Branch(kind, parts, whole=True)


def _column(values: Any) -> Any:
    """Return the values of a column as something that crosses: an array, or a list of objects."""
    import numpy as np

    if not isinstance(values.dtype, np.dtype):
        if type(values.array) not in _writers() or not _known(values.dtype):
            raise Unencodable(f"a column of dtype {values.dtype!s:.60}")
        return values.array
    array = values.to_numpy()
    return array.tolist() if array.dtype.kind == "O" else array


def _known(dtype: Any) -> bool:
    import pandas as pd

    return isinstance(dtype, pd.CategoricalDtype | pd.DatetimeTZDtype) or bool(arrow_form(dtype))


def _codes(codes: Any) -> Any:
    import numpy as np

    return np.asarray(codes)


def _zone(zone: object) -> str | int:
    if zone is UTC:
        return 0
    if type(zone) is timezone:
        seconds = zone.utcoffset(None).total_seconds()
        if seconds.is_integer() and zone == timezone(zone.utcoffset(None)):
            return int(seconds)
    if type(zone) is ZoneInfo and zone.key:
        return zone.key
    raise Unencodable(f"a column in the time zone {zone!s:.60}")
