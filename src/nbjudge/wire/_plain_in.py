"""How the builtin types are read; ``_plain_out`` tells their layouts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from struct import Struct
from typing import Any

from . import _tags as tags
from ._errors import WireError
from ._opened import Opened
from ._reader import Reader
from ._remote import BUILTIN_ERRORS, Reference, RemoteError

_I64 = Struct("<q")
_F64 = Struct("<d")
_C128 = Struct("<dd")
_U16 = Struct("<H")


def _read_short_int(reader: Reader) -> int:
    number: int = reader.unpack(_I64)[0]
    return number


def _read_long_int(reader: Reader) -> int:
    block = reader.block()
    if len(block) > reader.limits.integer_bytes:
        raise WireError(f"an int has more than {reader.limits.integer_bytes} bytes")
    return int.from_bytes(block, "little", signed=True)


def _read_float(reader: Reader) -> float:
    number: float = reader.unpack(_F64)[0]
    return number


def _read_complex(reader: Reader) -> complex:
    return complex(*reader.unpack(_C128))


def read_str(reader: Reader) -> str:
    """Return a str, lone surrogates included."""
    try:
        return str(reader.block(), "utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise WireError("a str is not UTF-8") from None


def read_bytes(reader: Reader) -> bytes:
    """Return bytes."""
    return bytes(reader.block())


def _read_reference(reader: Reader) -> Reference:
    return Reference(reader.unpack(_I64)[0], reader.label())


def _read_error(reader: Reader) -> RemoteError:
    kind, type_name, text, traceback = (reader.label() for _ in range(4))
    if kind not in BUILTIN_ERRORS:
        raise WireError("an exception's kind is none of Python's own")
    particulars = read_bytes(reader)
    (number,) = reader.unpack(_U16)
    notes = tuple(reader.label() for _ in range(number))
    return RemoteError(kind, type_name, text, notes, traceback, particulars)


def _open_list(reader: Reader) -> Opened:
    return Opened(reader.count(), lambda items: items)


def _open_tuple(reader: Reader) -> Opened:
    return Opened(reader.count(), tuple)


def _open_set(reader: Reader) -> Opened:
    return Opened(reader.count(), reader.purse.set)


def _open_frozenset(reader: Reader) -> Opened:
    return Opened(reader.count(), lambda items: frozenset(reader.purse.set(items)))


def _open_dict(reader: Reader) -> Opened:
    size = reader.count()
    return Opened(2 * size, partial(_build_dict, reader, size))


def _build_dict(reader: Reader, size: int, items: list[Any]) -> dict[Any, Any]:
    return reader.purse.dict(items[:size], items[size:])


LEAVES: dict[int, Callable[[Reader], Any]] = {
    tags.NONE: lambda reader: None,
    tags.FALSE: lambda reader: False,
    tags.TRUE: lambda reader: True,
    tags.SHORT_INT: _read_short_int,
    tags.LONG_INT: _read_long_int,
    tags.FLOAT: _read_float,
    tags.COMPLEX: _read_complex,
    tags.STR: read_str,
    tags.BYTES: read_bytes,
    tags.REFERENCE: _read_reference,
    tags.ERROR: _read_error,
}
"""Tag → how a value without parts is read."""

BRANCHES: dict[int, Callable[[Reader], Opened]] = {
    tags.LIST: _open_list,
    tags.TUPLE: _open_tuple,
    tags.SET: _open_set,
    tags.FROZENSET: _open_frozenset,
    tags.DICT: _open_dict,
}
"""Tag → how a value with parts is begun."""
