"""How NumPy arrays and scalars are written and read.

Arrays: ``tag, length and text of the dtype, number of axes, 8 bytes an axis, values in C order``.
Scalars: like arrays without axes; texts like str and bytes, for an array would strip their nulls.

The text of a dtype, ``<f8``, is held against a list of forms before NumPy sees it: no objects, no
fields, no void, no width of zero.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from math import prod
from struct import Struct
from typing import TYPE_CHECKING, Any

from . import _tags as tags
from ._limits import TooLarge, Unencodable, WireError
from ._plain import lineage, read_bytes, read_str, write_bytes, write_str

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._message import Reader, Writer

_UNIT = r"(\[[1-9]?[0-9]{0,8}(Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)\])?"
_FORM = re.compile(
    rf"[<>|](b1|[iu][1248]|f(2|4|8|16)|c(8|16|32)|[SU][1-9][0-9]{{0,8}}|[mM]8{_UNIT})"
)
_SHAPES = tuple(Struct(f"<{axes}Q") for axes in range(65))  # NumPy allows 64 axes
_BYTES = tuple(bytes((byte,)) for byte in range(65))
_SMALL = 65_536  # bytes of an array that are rather copied than referred to
_LARGEST_CODE_POINT = 0x10FFFF


def writers() -> Mapping[int, Callable[[Any, Writer], None]]:
    """Return id of a type of NumPy → how its instances and those of its subclasses are written."""
    if "numpy" not in sys.modules:  # then no value can be an array
        return {}
    try:
        return _writers()
    except (ImportError, AttributeError):  # another module of that name
        return {}


@cache
def _writers() -> dict[int, Callable[[Any, Writer], None]]:
    import numpy as np

    by_type: dict[type, Callable[[Any, Writer], None]] = {
        **dict.fromkeys(np.sctypeDict.values(), _write_scalar),
        np.str_: partial(write_str, tag=tags.NUMPY_STR),
        np.bytes_: partial(write_bytes, tag=tags.NUMPY_BYTES),
        np.ndarray: lambda value, out: _put(tags.ARRAY, _bare(value), "an array", out),
    }
    return {id(own): write for own, write in by_type.items()}


def _put(tag: int, array: npt.NDArray[Any], noun: str, out: Writer) -> None:
    form = _form(array.dtype.str)
    if not form:
        raise Unencodable(f"{noun} of dtype {array.dtype!s:.60}")
    shape = array.shape
    if _extent(shape, array.itemsize) > out.limits.array_bytes:
        raise TooLarge(f"an array of shape {shape}; {out.limits.array_bytes} bytes are allowed")
    if array.dtype.kind == "b":
        array = array.view("u1").astype("?")  # uninitialised memory can hold other bytes
    if reason := _flaw(array):
        raise Unencodable(f"{noun} with {reason}")
    axes = len(shape)
    out.put(_BYTES[tag] + form + _BYTES[axes] + _SHAPES[axes].pack(*shape))
    out.put(_values(array))


def _bare(value: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array without its subclass: the bits that the methods stand on."""
    import numpy as np

    if type(value) is np.ndarray:
        return value
    if issubclass(type(value), np.ma.MaskedArray):
        raise Unencodable("a masked array, whose mask would be lost")
    return np.ndarray.view(value, np.ndarray)


def _values(array: npt.NDArray[Any]) -> bytes | memoryview:
    import numpy as np

    if array.nbytes <= _SMALL:
        return array.tobytes()
    return np.ascontiguousarray(array).reshape(-1).view("u1").data


def _extent(shape: tuple[int, ...], itemsize: int) -> int:
    """Return an array's bytes, empty axes left out: a sum over [10^12, 0] has 10^12 elements."""
    return itemsize * prod(length or 1 for length in shape)


def _read_array(reader: Reader) -> npt.NDArray[Any]:
    import numpy as np

    dtype = _parse(str(reader.take(reader.byte()), "latin-1"))
    if dtype is None:
        raise WireError("an array has a dtype that may not cross")
    axes = reader.byte()
    if axes >= len(_SHAPES):
        raise WireError(f"an array has {axes} axes; {len(_SHAPES) - 1} are allowed")
    shape = reader.unpack(_SHAPES[axes])
    size = _extent(shape, dtype.itemsize)
    if size > reader.limits.array_bytes:
        raise WireError(f"an array has more than {reader.limits.array_bytes} bytes")
    if 0 in shape:
        return np.empty(shape, dtype)
    array: npt.NDArray[Any] = np.ndarray(shape, dtype, reader.take(size))
    if reason := _flaw(array):
        raise WireError(f"an array has {reason}")
    return array.copy()


def _write_scalar(value: np.generic, out: Writer) -> None:
    import numpy as np

    own = _scalar_type(type(value))
    if own is np.void:  # NumPy would ask a subclass for its fields
        raise Unencodable("a NumPy scalar of dtype void")
    array = np.generic.__array__(value)
    if array.dtype.type is not own:
        raise Unencodable(f"a NumPy scalar of dtype {array.dtype!s:.60}")
    _put(tags.SCALAR, array, "a NumPy scalar", out)


def _scalar_type(own: type) -> type:
    """Return the type that NumPy takes a scalar for.

    It looks at the first base of a subclass only, crashes when that one is no scalar type, and
    lets a metaclass answer.
    """
    while id(own) not in _writers():
        if own is object or type(own) is not type:
            raise Unencodable("a NumPy scalar of a class that NumPy cannot read")
        own = (*lineage(own), object)[1]
    return own


def _read_scalar(reader: Reader) -> np.generic:
    array = _read_array(reader)
    if array.ndim or array.dtype.kind in "SU":
        raise WireError("a scalar has axes, or is a text")
    return array[()]  # type: ignore[return-value]


def _read_str(reader: Reader) -> np.str_:
    import numpy as np

    return np.str_(read_str(reader))


def _read_bytes(reader: Reader) -> np.bytes_:
    import numpy as np

    return np.bytes_(read_bytes(reader))


@lru_cache(256)
def _form(text: str) -> bytes:
    """Return the length and text of a dtype as they are sent, or nothing if it may not cross."""
    return bytes((len(text), *text.encode())) if _FORM.fullmatch(text) else b""


@lru_cache(256)
def _parse(text: str) -> np.dtype[Any] | None:
    import numpy as np

    if not _form(text):
        return None
    try:
        dtype = np.dtype(text)
    except (TypeError, ValueError):  # too wide, or not known on this machine
        return None
    return dtype if dtype.str == text else None


def _flaw(array: npt.NDArray[Any]) -> str | None:
    """Return what is wrong with the bytes of an array, or None.

    NumPy trusts a bool to be 0 or 1 (others are true, and yet may differ from True), a date without
    a unit to be NaT, and a character to be one of Unicode (others raise when they are looked at).
    """
    import numpy as np

    kind = array.dtype.kind
    if kind not in "bMU" or array.size == 0:
        return None
    if kind == "b":
        return "a bool that is neither 0 nor 1" if array.view("u1").max() > 1 else None
    if kind == "M":
        fine = "[" in array.dtype.str or np.isnat(array).all()
        return None if fine else "a date without a unit"
    order = array.dtype.byteorder.replace("=", "<")
    points = array.reshape(-1).copy().view(f"{order}u4")
    return "a character beyond Unicode" if points.max() > _LARGEST_CODE_POINT else None


READERS: dict[int, Callable[[Reader], Any]] = {
    tags.ARRAY: _read_array,
    tags.SCALAR: _read_scalar,
    tags.NUMPY_STR: _read_str,
    tags.NUMPY_BYTES: _read_bytes,
}
"""Tag → how a value of NumPy is read."""
