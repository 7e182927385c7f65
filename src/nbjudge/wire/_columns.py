"""The parts of tables, on the way in: columns, codes, categories, time zones."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from ._dtypes import SCALAR_KINDS
from ._errors import WireError
from ._keys import Purse, count_distinct

if TYPE_CHECKING:
    import pandas as pd

_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}")
_TIMES = ("<M8[s]", "<M8[ms]", "<M8[us]", "<M8[ns]")
_DAYS = ("0001-01-01", "9999-12-31")  # Python's zones know no others
_HASHED_PER_COMPARISON = 128  # pandas passes over so many slots while Python compares two keys


def expect(fits: bool) -> None:
    """Raise a WireError unless the parts of a table fit."""
    if not fits:
        raise WireError("a table's parts do not fit")


def values_of(column: Any) -> Any:
    """Return what pandas makes a column of: an array of NumPy's or of its own."""
    import numpy as np
    import pandas as pd

    if type(column) is list:
        return np.fromiter(column, dtype=object, count=len(column))
    if type(column) is np.ndarray:
        expect(column.ndim == 1 and column.dtype.kind in SCALAR_KINDS)
        return column
    expect(isinstance(column, pd.api.extensions.ExtensionArray))
    return column


def check_codes(labels: Any, codes: Any, purse: Purse) -> None:
    """Check that codes point at labels, and that no label stands twice."""
    import numpy as np
    import pandas as pd

    expect(isinstance(labels, pd.Index) and not isinstance(labels, pd.MultiIndex))
    expect(type(codes) is np.ndarray and codes.ndim == 1 and codes.dtype.kind == "i")
    if len(codes):
        expect(bool(codes.min() >= -1 and codes.max() < len(labels)))
    if isinstance(labels, pd.RangeIndex):  # distinct, and not worth its memory
        return
    times = isinstance(labels, pd.DatetimeIndex | pd.TimedeltaIndex)
    values = labels.asi8 if times else labels.to_numpy()  # times in a zone would become objects
    if values.dtype.kind == "O":
        purse.set(list(values))
    else:
        expect(count_distinct(np.sort(values)) == len(values))


def build_categorical(purse: Purse, parts: list[Any]) -> pd.Categorical:
    """Return a categorical column; many labels are paid for, since pandas hashes them openly."""
    import pandas as pd

    codes, categories, ordered = parts
    expect(isinstance(categories, pd.Index) and type(ordered) is bool)
    purse.spend(len(categories) ** 2 // _HASHED_PER_COMPARISON, "too many categories")
    check_codes(categories, codes, purse)
    return pd.Categorical.from_codes(codes, categories, ordered=ordered)


def build_zoned(parts: list[Any]) -> Any:
    """Return a column of times in a zone."""
    import numpy as np
    import pandas as pd

    first, last = np.array(_DAYS, "<M8[D]")
    times, zone = parts
    expect(type(times) is np.ndarray and times.ndim == 1 and times.dtype.str in _TIMES)
    days = times[~np.isnat(times)].astype("<M8[D]")
    expect(bool(np.all((first < days) & (days < last))))
    return pd.DatetimeIndex(times).tz_localize("UTC").tz_convert(_zone(zone)).array


def _zone(zone: object) -> tzinfo:
    """Return a time zone; its name may lead to Python's own files of zones only."""
    if type(zone) is int:
        return timezone(timedelta(seconds=zone)) if zone else UTC
    expect(type(zone) is str and _ZONE.fullmatch(zone) is not None)
    return ZoneInfo(str(zone))
