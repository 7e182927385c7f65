"""How the builtin types are written; each docstring tells a layout.

Numbers stand lowest byte first; a length or a count takes four bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

from . import _tags as tags
from ._errors import TooLarge
from ._remote import Reference, RemoteError
from ._writer import Branch, Writer

MOST_NOTES = 100

_TAG = Struct("<B")
_I64 = Struct("<Bq")
_F64 = Struct("<Bd")
_C128 = Struct("<Bdd")
_U16 = Struct("<H")
_U32 = Struct("<I")


def write_none(value: None, writer: Writer) -> None:
    """Write ``tag``."""
    writer.put(_TAG.pack(tags.NONE))


def write_bool(value: bool, writer: Writer) -> None:
    """Write ``tag``: there is one for each truth."""
    writer.put(_TAG.pack(tags.TRUE if value else tags.FALSE))


def write_int(value: int, writer: Writer) -> None:
    """Write ``tag, 8 bytes`` or ``tag, length, bytes``: two's complement, lowest byte first."""
    if -(2**63) <= value < 2**63:
        writer.put(_I64.pack(tags.SHORT_INT, value))
        return
    length = value.bit_length() // 8 + 1
    if length > writer.limits.integer_bytes:
        raise TooLarge(f"an int of {length} bytes; {writer.limits.integer_bytes} are allowed")
    writer.put_block(tags.LONG_INT, value.to_bytes(length, "little", signed=True))


def write_float(value: float, writer: Writer) -> None:
    """Write ``tag, 8 bytes``."""
    writer.put(_F64.pack(tags.FLOAT, value))


def write_complex(value: complex, writer: Writer) -> None:
    """Write ``tag, 16 bytes``."""
    writer.put(_C128.pack(tags.COMPLEX, value.real, value.imag))


def write_str(value: str, writer: Writer) -> None:
    """Write ``tag, length, UTF-8``, lone surrogates passed through."""
    if len(value) > writer.limits.message_bytes:
        raise TooLarge(f"a str of {len(value)} characters")
    writer.put_block(tags.STR, value.encode("utf-8", "surrogatepass"))


def write_bytes(value: bytes, writer: Writer) -> None:
    """Write ``tag, length, bytes``."""
    writer.put_block(tags.BYTES, value)


def write_list(value: list[Any], writer: Writer) -> Branch:
    """Write ``tag, count``; the elements follow."""
    parts = value.copy()
    writer.put_count(tags.LIST, len(parts))
    return Branch("list", parts)


def write_tuple(value: tuple[Any, ...], writer: Writer) -> Branch:
    """Write ``tag, count``; the elements follow."""
    writer.put_count(tags.TUPLE, len(value))
    return Branch("tuple", value)


def write_set(value: set[Any], writer: Writer) -> Branch:
    """Write ``tag, count``; the elements follow."""
    parts = list(value)
    writer.put_count(tags.SET, len(parts))
    return Branch("set", parts, keys=len(parts))


def write_frozenset(value: frozenset[Any], writer: Writer) -> Branch:
    """Write ``tag, count``; the elements follow."""
    writer.put_count(tags.FROZENSET, len(value))
    return Branch("frozenset", list(value), keys=len(value))


def write_dict(value: dict[Any, Any], writer: Writer) -> Branch:
    """Write ``tag, count``; all keys follow, then all values."""
    entries = value.copy()
    writer.put_count(tags.DICT, len(entries))
    return Branch("dict", [*entries, *entries.values()], keys=len(entries))


def write_reference(value: Reference, writer: Writer) -> None:
    """Write ``tag, handle in 8 bytes, text``."""
    writer.put_reference(value.handle, value.type_name)


def write_remote_error(value: RemoteError, writer: Writer) -> None:
    """Write ``tag, four texts, length, particulars, number of notes, notes``."""
    writer.put(_TAG.pack(tags.ERROR))
    for text in (value.kind, value.type_name, value.text, value.traceback):
        writer.put_label(text)
    writer.put(_U32.pack(len(value.particulars)))
    writer.put(value.particulars)
    notes = value.notes[:MOST_NOTES]
    writer.put(_U16.pack(len(notes)))
    for note in notes:
        writer.put_label(note)


def write_error(value: BaseException, writer: Writer) -> None:
    """Write an exception as a `RemoteError`."""
    write_remote_error(RemoteError.of(value), writer)


WRITERS: dict[type, Callable[[Any, Writer], Branch | None]] = {
    type(None): write_none,
    bool: write_bool,
    int: write_int,
    float: write_float,
    complex: write_complex,
    str: write_str,
    bytes: write_bytes,
    list: write_list,
    tuple: write_tuple,
    set: write_set,
    frozenset: write_frozenset,
    dict: write_dict,
    Reference: write_reference,
    RemoteError: write_remote_error,
}
"""Exact type → how it is written."""
