"""How NumPy arrays and scalars are read; ``_arrays_out`` tells their layout."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import TYPE_CHECKING, Any

from . import _dtypes
from . import _tags as tags
from ._arrays_out import extent
from ._errors import WireError
from ._plain_in import read_bytes, read_str
from ._reader import Reader

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_AXES = 64  # NumPy's own limit


def _read_array(reader: Reader) -> npt.NDArray[Any]:
    import numpy as np

    dtype = _read_dtype(reader)
    axes = reader.byte()
    if axes > MOST_AXES:
        raise WireError(f"an array has {axes} axes; {MOST_AXES} are allowed")
    shape = reader.unpack(Struct(f"<{axes}Q"))
    if extent(shape, dtype.itemsize) > reader.limits.array_bytes:
        raise WireError(f"an array has more than {reader.limits.array_bytes} bytes")
    if 0 in shape:
        return np.empty(shape, dtype)
    values = reader.take(extent(shape, dtype.itemsize))
    array = np.frombuffer(values, dtype).reshape(shape)
    if reason := _dtypes.flaw(array):
        raise WireError(f"an array has {reason}")
    return array.copy()


def _read_scalar(reader: Reader) -> np.generic:
    import numpy as np

    dtype = _read_dtype(reader)
    if dtype.kind not in _dtypes.SCALAR_KINDS:
        raise WireError("a scalar has a dtype of text")
    array = np.frombuffer(reader.take(dtype.itemsize), dtype)
    if reason := _dtypes.flaw(array):
        raise WireError(f"a scalar is {reason}")
    scalar: np.generic = array[0]
    return scalar


def _read_dtype(reader: Reader) -> np.dtype[Any]:
    dtype = _dtypes.parse(bytes(reader.take(reader.byte())))
    if dtype is None:
        raise WireError("an array has a dtype that may not cross")
    return dtype


def _read_str(reader: Reader) -> np.str_:
    import numpy as np

    _expect(reader, tags.STR)
    return np.str_(read_str(reader))


def _read_bytes(reader: Reader) -> np.bytes_:
    import numpy as np

    _expect(reader, tags.BYTES)
    return np.bytes_(read_bytes(reader))


def _expect(reader: Reader, tag: int) -> None:
    if reader.byte() != tag:
        raise WireError("a NumPy text holds something else")


LEAVES: dict[int, Callable[[Reader], Any]] = {
    tags.ARRAY: _read_array,
    tags.SCALAR: _read_scalar,
    tags.NUMPY_STR: _read_str,
    tags.NUMPY_BYTES: _read_bytes,
}
"""Tag → how a value of NumPy is read."""
