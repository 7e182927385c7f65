"""How pandas objects are read; ``_tables_out`` tells their layout.

Everything inside them was decoded before; here the parts are fitted together. pandas does much for
its callers' comfort (it looks up names, guesses types, reads files of time zones): it gets
finished arrays, and names from our lists only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from struct import Struct
from typing import TYPE_CHECKING, Any

from . import _columns
from . import _tags as tags
from ._arrow import read_arrow
from ._errors import WireError
from ._frequencies import set_frequency
from ._keys import Purse
from ._opened import Opened
from ._reader import Reader

if TYPE_CHECKING:
    import pandas as pd

_RANGE = Struct("<qqq")


def _open_frame(reader: Reader) -> Opened:
    width = reader.count()
    reader.count_tables(1 + width)
    return Opened(2 + width, _guarded(_build_frame))


def _open(build: Callable[[list[Any]], Any], count: int, reader: Reader) -> Opened:
    reader.count_tables(1)
    return Opened(count, _guarded(build))


def _open_range(reader: Reader) -> Opened:
    start, stop, step = reader.unpack(_RANGE)
    if step == 0 or (stop - start) // step > reader.limits.items:
        raise WireError(f"a range has no step, or more than {reader.limits.items} rows")
    return _open(partial(_build_range, start, stop, step), 1, reader)


def _open_multi_index(reader: Reader) -> Opened:
    levels = reader.count()
    return _open(partial(_build_multi_index, reader.purse, levels), 1 + 2 * levels, reader)


def _open_categorical(reader: Reader) -> Opened:
    return _open(partial(_columns.build_categorical, reader.purse), 3, reader)


def _guarded(build: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
    """Turn whatever pandas raises over parts that do not fit into a WireError."""

    def guarded(parts: list[Any]) -> Any:
        try:
            return build(parts)
        except WireError:
            raise
        except Exception as error:
            raise WireError(f"a table's parts do not fit: {error!s:.80}") from None

    return guarded


def _build_frame(parts: list[Any]) -> pd.DataFrame:
    import pandas as pd

    labels, index, *columns = parts
    _columns.expect(isinstance(labels, pd.Index) and isinstance(index, pd.Index))
    data = {place: _frame_column(column, index) for place, column in enumerate(columns)}
    frame = pd.DataFrame(data, index=index)
    frame.columns = labels
    return frame


def _frame_column(column: Any, index: pd.Index[Any]) -> Any:
    if (
        type(column) is list
    ):  # a bare array of objects would be taken for text, if it looked like it
        return _series(column, index, None)
    values = _columns.values_of(column)
    _columns.expect(len(values) == len(index))
    return values


def _build_series(parts: list[Any]) -> pd.Series[Any]:
    import pandas as pd

    name, index, column = parts
    _columns.expect(isinstance(index, pd.Index))
    return _series(column, index, name)


def _series(column: Any, index: pd.Index[Any], name: Any) -> pd.Series[Any]:
    import pandas as pd

    values = _columns.values_of(column)
    _columns.expect(len(values) == len(index))
    series: pd.Series[Any] = pd.Series(
        values, index=index, name=name, dtype=values.dtype, copy=False
    )
    return series


def _build_index(purse: Purse, parts: list[Any]) -> pd.Index[Any]:
    import pandas as pd

    name, column, frequency = parts
    values = _columns.values_of(column)
    index: Any = pd.Index(values, name=name, dtype=values.dtype, copy=False)
    if frequency is not None:
        set_frequency(index, frequency, purse)
    built: pd.Index[Any] = index
    return built


def _build_range(start: int, stop: int, step: int, parts: list[Any]) -> pd.RangeIndex:
    import pandas as pd

    return pd.RangeIndex(start, stop, step, name=parts[0])


def _build_multi_index(purse: Purse, number: int, parts: list[Any]) -> pd.MultiIndex:
    import pandas as pd

    names, levels, codes = parts[0], parts[1 : 1 + number], parts[1 + number :]
    _columns.expect(type(names) is list and len(names) == number > 0)
    for level, code in zip(levels, codes, strict=True):
        _columns.check_codes(level, code, purse)
    _columns.expect(len({len(code) for code in codes}) == 1)
    # pandas' own check puts the labels into a table whose hashes are no secret
    return pd.MultiIndex(levels, codes, names=names, verify_integrity=False)


LEAVES: dict[int, Callable[[Reader], Any]] = {tags.ARROW: read_arrow}
"""Tag → how a column is read."""

BRANCHES: dict[int, Callable[[Reader], Opened]] = {
    tags.FRAME: _open_frame,
    tags.SERIES: partial(_open, _build_series, 3),
    tags.INDEX: lambda reader: _open(partial(_build_index, reader.purse), 3, reader),
    tags.RANGE_INDEX: _open_range,
    tags.MULTI_INDEX: _open_multi_index,
    tags.CATEGORICAL: _open_categorical,
    tags.ZONED: partial(_open, _columns.build_zoned, 2),
}
"""Tag → how a pandas object is begun."""
