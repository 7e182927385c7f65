"""How NumPy arrays and scalars are written.

Arrays: ``tag, length and text of the dtype, number of axes, 8 bytes an axis, values in C order``.
Scalars: ``tag, length and text of the dtype, value``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from struct import Struct, pack
from typing import TYPE_CHECKING, Any

from . import _dtypes
from . import _tags as tags
from ._errors import TooLarge, Unencodable
from ._lineage import lineage
from ._plain_out import write_bytes, write_str
from ._writer import Writer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_TAG = Struct("<B")


def writer_of(own: type) -> Callable[[Any, Writer], None] | None:
    """Return how values of a type are written, or None if it is not NumPy's."""
    if "numpy" not in sys.modules:  # then no value can be an array
        return None
    import numpy as np

    if np.ndarray in lineage(own):
        return write_array
    return _write_scalar if own in _scalar_types() else None


def write_array(value: npt.NDArray[Any], writer: Writer) -> None:
    """Write an array; of a subclass, the bits that its methods stand on."""
    import numpy as np

    if np.ma.MaskedArray in lineage(type(value)):
        raise Unencodable("a masked array, whose mask would be lost")
    array = np.ndarray.view(value, np.ndarray)
    dtype = array.dtype
    if not _dtypes.may_cross(dtype):
        raise Unencodable(f"an array of dtype {dtype!s:.60}")
    _check_extent(array.shape, dtype.itemsize, writer.limits.array_bytes)
    plain = np.ascontiguousarray(array).reshape(-1)
    if dtype.kind == "b":
        plain = plain.view("u1").astype("?")  # uninitialised memory can hold other bytes
    if reason := _dtypes.flaw(plain):
        raise Unencodable(f"an array with {reason}")
    shape = pack(f"<B{array.ndim}Q", array.ndim, *array.shape)
    writer.put(_head(tags.ARRAY, dtype) + shape)
    writer.put(plain.view("u1").data)


def _check_extent(shape: tuple[int, ...], itemsize: int, most: int) -> None:
    if extent(shape, itemsize) > most:
        raise TooLarge(f"an array of shape {shape}; {most} bytes are allowed")


def extent(shape: tuple[int, ...], itemsize: int) -> int:
    """Return an array's bytes, empty axes left out.

    An array [10^12, 0] has no bytes, but a sum over its last axis would.
    """
    total = itemsize
    for length in shape:
        total *= length or 1
    return total


def _write_scalar(value: np.generic, writer: Writer) -> None:
    """Write a scalar; texts by their own tags, for an array would strip their trailing nulls."""
    import numpy as np

    if isinstance(value, np.str_):
        writer.put(_TAG.pack(tags.NUMPY_STR))
        write_str(str.__str__(value), writer)
    elif isinstance(value, np.bytes_):
        writer.put(_TAG.pack(tags.NUMPY_BYTES))
        write_bytes(bytes(value), writer)
    elif _dtypes.may_cross(value.dtype):
        writer.put(_head(tags.SCALAR, value.dtype) + value.tobytes())
    else:
        raise Unencodable(f"a NumPy scalar of dtype {value.dtype!s:.60}")


def _head(tag: int, dtype: np.dtype[Any]) -> bytes:
    text = dtype.str.encode("ascii")
    return bytes((tag, len(text))) + text


@cache
def _scalar_types() -> frozenset[type]:
    import numpy as np

    return frozenset(np.sctypeDict.values())
