"""Columns with missing values, and columns of text: Arrow's layout, buffer by buffer.

Layout: ``tag, length and name of the dtype, rows in 8 bytes, number of buffers``, then for each
buffer ``length, bytes``. The first one says what is missing; its length is 0 when nothing is.

Arrow's stream format is not used. Its reader takes schemas, metadata, dictionaries and compressed
buffers from outside; here there are only buffers, each of which is there in its full length.
"""

from __future__ import annotations

from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, Any, cast

from . import _tags as tags
from ._errors import Unencodable, WireError
from ._reader import Reader
from ._writer import Writer

if TYPE_CHECKING:
    import pandas as pd

_TAG = Struct("<B")
_U32 = Struct("<I")
_ROWS = Struct("<QB")
_NUMBERS = {
    **{f"Int{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"UInt{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    "Float32": "float32",
    "Float64": "float64",
    "boolean": "bool_",
}


@cache
def _forms() -> dict[str, tuple[Any, Any]]:
    """Return name → dtype of pandas, type of Arrow."""
    import pandas as pd
    import pyarrow as pa  # type: ignore[import-untyped]

    forms: dict[str, tuple[Any, Any]] = {
        name: (pd.api.types.pandas_dtype(name), getattr(pa, of)()) for name, of in _NUMBERS.items()
    }
    string = cast(Any, pd.StringDtype)  # its stubs know literals only
    for storage in ("pyarrow", "python"):
        forms[f"str/{storage}"] = string(storage, na_value=float("nan")), pa.large_string()
        forms[f"string/{storage}"] = string(storage, na_value=pd.NA), pa.large_string()
    return forms


def arrow_form(dtype: Any) -> str:
    """Return the name by which a dtype of pandas crosses, or nothing."""
    import pandas as pd

    if type(dtype) is pd.StringDtype:
        return f"{'string' if dtype.na_value is pd.NA else 'str'}/{dtype.storage}"
    name = str(dtype)
    return name if name in _NUMBERS and dtype == _forms()[name][0] else ""


def write_arrow(value: Any, writer: Writer) -> None:
    """Write a column of text or of numbers with missing values."""
    import pyarrow as pa

    name = arrow_form(value.dtype)
    if not name:
        raise Unencodable(f"a column of dtype {value.dtype!s:.60}")
    try:
        array = _array(value, _forms()[name][1])
    except (pa.ArrowException, UnicodeError) as error:
        raise Unencodable(f"a column that Arrow cannot hold ({error!s:.80})") from None
    writer.count_tables(1)
    writer.put(_TAG.pack(tags.ARROW))
    writer.put_label(name)
    buffers = [memoryview(buffer or b"") for buffer in array.buffers()]
    writer.put(_ROWS.pack(len(array), len(buffers)))
    for buffer in buffers:
        writer.put(_U32.pack(len(buffer)))
        writer.put(buffer)


def _array(value: Any, form: Any) -> Any:
    """Return the column as one Arrow array that begins at its buffers' beginning."""
    import pyarrow as pa

    if form == pa.large_string():
        return pa.array(value.to_numpy(object), form, from_pandas=True)
    numbers = value.to_numpy(value.dtype.numpy_dtype, na_value=0)
    return pa.array(numbers, form, mask=value.isna())


def read_arrow(reader: Reader) -> pd.api.extensions.ExtensionArray:
    """Return a column of pandas."""
    import pyarrow as pa

    reader.count_tables(1)
    form = _forms().get(reader.label())
    if form is None:
        raise WireError("a column has a dtype that may not cross")
    rows, number = reader.unpack(_ROWS)
    if rows > 8 * reader.left:  # a row takes a bit at least
        raise WireError(f"{rows} rows are promised and {reader.left} bytes are left")
    buffers = [pa.py_buffer(bytes(reader.block())) for _ in range(number)]
    try:
        return _column(form, rows, [buffers[0] if buffers[0].size else None, *buffers[1:]])
    except Exception as error:  # Arrow's and pandas' own; whatever it is, the bytes are to blame
        raise WireError(f"a column is not what Arrow expects: {error!s:.80}") from None


def _column(
    form: tuple[Any, Any], rows: int, buffers: list[Any]
) -> pd.api.extensions.ExtensionArray:
    import pyarrow as pa

    array = pa.Array.from_buffers(form[1], rows, buffers)
    array.validate(full=True)
    column: pd.api.extensions.ExtensionArray = form[0].__from_arrow__(array).copy()
    return column
