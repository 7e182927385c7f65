"""How the builtin types and references are written and read.

- None, False, True: ``tag``
- int: ``tag, 8 bytes`` or ``tag, length, bytes``, in two's complement
- float: ``tag, 8 bytes``; complex: ``tag, 16 bytes``
- str: ``tag, length, UTF-8`` with lone surrogates; bytes: ``tag, length, bytes``
- list, tuple, set, frozenset: ``tag, count``; the elements follow
- dict: ``tag, count``; all keys follow, then all values
- `Reference`: ``tag, handle in 8 bytes, length, name in UTF-8``

Numbers stand lowest byte first; a length or a count takes four bytes. Every writer also takes
instances of subclasses, and calls only functions of the base: a subclass cannot replace them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from struct import Struct
from struct import error as struct_error
from typing import TYPE_CHECKING, Any

from . import _tags as tags
from ._limits import TooLarge, Unencodable, WireError

if TYPE_CHECKING:
    from ._message import Reader, Writer

_NONE, _FALSE, _TRUE = (bytes((tag,)) for tag in (tags.NONE, tags.FALSE, tags.TRUE))
_TAG_I64, _TAG_F64, _TAG_C128, _TAG_I64_U32 = map(Struct, ("<Bq", "<Bd", "<Bdd", "<BqI"))
_I64, _F64, _C128 = map(Struct, ("<q", "<d", "<dd"))

lineage: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
"""Return what a type descends from, itself first, whatever its metaclass says."""

LONGEST_NAME = 500


@dataclass(frozen=True, slots=True)
class Reference:
    """An object that stays in the process that owns it.

    Parameters
    ----------
    handle : int
        A number in −2⁶³ … 2⁶³ − 1, of meaning to the owner alone. Two processes that both own
        objects can tell theirs apart by the sign.
    name : str
        For messages, never to be looked up. It arrives well-formed, and cut to 500 characters.
    """

    handle: int
    name: str


def _write_int(value: int, out: Writer) -> None:
    number = int.__index__(value)
    try:
        out.put(_TAG_I64.pack(tags.SHORT_INT, number))
    except struct_error:
        length = number.bit_length() // 8 + 1
        if length > out.limits.integer_bytes:
            most = out.limits.integer_bytes
            raise TooLarge(f"an int of {length} bytes; {most} are allowed") from None
        out.put_block(tags.LONG_INT, number.to_bytes(length, "little", signed=True))


def _read_long_int(reader: Reader) -> int:
    block = reader.block()
    if len(block) > reader.limits.integer_bytes:
        raise WireError(f"an int has more than {reader.limits.integer_bytes} bytes")
    return int.from_bytes(block, "little", signed=True)


def _write_float(value: float, out: Writer) -> None:
    out.put(_TAG_F64.pack(tags.FLOAT, float.__float__(value)))


def _write_complex(value: complex, out: Writer) -> None:
    number = complex.__complex__(value)
    out.put(_TAG_C128.pack(tags.COMPLEX, number.real, number.imag))


def write_str(value: str, out: Writer, tag: int = tags.STR) -> None:
    """Write a str."""
    out.put_block(tag, str.__str__(value).encode("utf-8", "surrogatepass"))


def write_bytes(value: bytes, out: Writer, tag: int = tags.BYTES) -> None:
    """Write bytes."""
    out.put_block(tag, bytes.__bytes__(value))


def read_str(reader: Reader) -> str:
    """Return a str."""
    try:
        return str(reader.block(), "utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise WireError("a str is not UTF-8") from None


def read_bytes(reader: Reader) -> bytes:
    """Return bytes."""
    return bytes(reader.block())


def _write_list(value: list[Any], out: Writer) -> None:
    out.container(value, tags.LIST, (), list.copy(value), "element {} of a list".format)


def _write_tuple(value: tuple[Any, ...], out: Writer) -> None:
    parts = tuple.__getitem__(value, slice(None))
    out.container(value, tags.TUPLE, (), parts, "element {} of a tuple".format)


def _write_set(value: set[Any], out: Writer) -> None:
    keys = [*set.__iter__(value)]
    out.container(value, tags.SET, keys, (), "element {} of a set".format)


def _write_frozenset(value: frozenset[Any], out: Writer) -> None:
    keys = [*frozenset.__iter__(value)]
    out.container(value, tags.FROZENSET, keys, (), "element {} of a frozenset".format)


def _read_set(reader: Reader) -> set[Any]:
    built: set[Any] = set()
    keys = reader.parts()
    reader.budget.fill(built, keys, keys)
    return built


def _write_dict(value: dict[Any, Any], out: Writer) -> None:
    entries = [*dict.items(value)]  # dict.copy would ask a subclass for its keys
    if issubclass(type(value), OrderedDict):  # has an order of its own
        places = {id(key): place for place, key in enumerate(OrderedDict.__iter__(value))}
        entries.sort(key=lambda entry: places.get(id(entry[0]), -1))
    keys = [key for key, _ in entries]
    out.container(
        value, tags.DICT, keys, [each for _, each in entries], lambda at: _place(keys, at)
    )


def _place(keys: list[Any], at: int) -> str:
    """Name a key of a dict, or a value behind all keys."""
    if at < len(keys):
        return f"key number {at} of a dict"
    key = keys[at - len(keys)]
    name = f"number {at - len(keys)}"
    if issubclass(type(key), str):
        name = repr(str.__str__(key)[:50])
    elif type(key) is int and key.bit_length() <= 64:  # Python does not print the largest
        name = str(key)
    return f"the value for key {name} of a dict"


def _read_dict(reader: Reader) -> dict[Any, Any]:
    parts = reader.parts(times=2)
    keys = parts[: len(parts) // 2]
    built: dict[Any, Any] = {}
    reader.budget.fill(built, keys, zip(keys, parts[len(keys) :], strict=True))
    return built


def write_reference(value: Reference, out: Writer) -> None:
    """Write a reference."""
    if not -(2**63) <= value.handle < 2**63:
        raise Unencodable("a reference whose handle has more than 64 bits")
    name = str.__str__(value.name)[:LONGEST_NAME].encode("utf-8", "backslashreplace")
    out.put(_TAG_I64_U32.pack(tags.REFERENCE, value.handle, len(name)) + name)


def _read_reference(reader: Reader) -> Reference:
    (handle,) = reader.unpack(_I64)
    return Reference(handle, str(reader.block(), "utf-8", "replace")[:LONGEST_NAME])


_BY_TYPE: dict[type, Callable[[Any, Writer], None]] = {
    type(None): lambda value, out: out.put(_NONE),
    bool: lambda value, out: out.put(_TRUE if value else _FALSE),
    int: _write_int,
    float: _write_float,
    complex: _write_complex,
    str: write_str,
    bytes: write_bytes,
    list: _write_list,
    tuple: _write_tuple,
    set: _write_set,
    frozenset: _write_frozenset,
    dict: _write_dict,
    Reference: write_reference,
}

WRITERS = {id(own): write for own, write in _BY_TYPE.items()}
"""Id of a type → how its instances and those of its subclasses are written.

By id, for a metaclass may define what its classes are equal to.
"""

READERS: dict[int, Callable[[Reader], Any]] = {
    tags.NONE: lambda reader: None,
    tags.FALSE: lambda reader: False,
    tags.TRUE: lambda reader: True,
    tags.SHORT_INT: lambda reader: reader.unpack(_I64)[0],
    tags.LONG_INT: _read_long_int,
    tags.FLOAT: lambda reader: reader.unpack(_F64)[0],
    tags.COMPLEX: lambda reader: complex(*reader.unpack(_C128)),
    tags.STR: read_str,
    tags.BYTES: read_bytes,
    tags.LIST: lambda reader: reader.parts(),
    tags.TUPLE: lambda reader: tuple(reader.parts()),
    tags.SET: _read_set,
    tags.FROZENSET: lambda reader: frozenset(_read_set(reader)),
    tags.DICT: _read_dict,
    tags.REFERENCE: _read_reference,
}
"""Tag → how a value is read."""
