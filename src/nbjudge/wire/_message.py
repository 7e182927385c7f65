"""A value to bytes, and bytes to a value; a message is ``version, value``."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from struct import Struct
from typing import Any, TypeAlias

from . import _arrays, _plain
from . import _tags as tags
from ._keys import HashBudget
from ._limits import DEFAULT, Limits, TooLarge, Unencodable, WireError
from ._plain import Reference

Data: TypeAlias = bytes | bytearray | memoryview
Fallback: TypeAlias = Callable[[Any], Reference | None]

_name: Callable[[type], str] = type.__dict__["__name__"].__get__  # no metaclass answers
_VERSION = bytes((tags.VERSION,))
_COUNT = Struct("<BI")
_U32 = Struct("<I")


def encode(value: Any, *, limits: Limits = DEFAULT, fallback: Fallback | None = None) -> bytes:
    """Return the message that `decode` turns into the value.

    Parameters
    ----------
    value
        A plain value, an array, or a container of them.
    limits : Limits
        What the message may cost.
    fallback : callable, optional
        Is asked for a `Reference` to leave in the place of each object that cannot go, and may
        return None.

    Raises
    ------
    Unencodable
        When a part cannot go; the text says which, and why.
    TooLarge
        When it breaks a limit or contains itself, whatever the fallback.
    """
    writer = Writer(limits, fallback)
    try:
        writer.value(value)
    except Unencodable as error:
        raise type(error)(_sentence(*error.args)) from None
    return b"".join(writer.pieces)


def decode(data: Data, *, limits: Limits = DEFAULT) -> Any:
    """Return the value in a message from an untrusted process.

    Parameters
    ----------
    data : bytes, bytearray or memoryview
        One whole message, which does not change meanwhile.
    limits : Limits
        What it may cost.

    Raises
    ------
    WireError
        When the bytes are not a message, or break a limit.
    """
    try:
        return Reader(data, limits).message()
    except WireError:
        raise
    except (IndexError, struct.error):
        raise WireError("the message ends within a value") from None
    except Exception as error:  # the tests know of no way here; the bytes would be to blame
        reason = f"{type(error).__name__}: {error!s:.80}"
        raise WireError(f"the message could not be decoded: {reason}") from error


class Writer:
    """Collects the pieces of one message, which stops growing at its limits.

    An error of its methods has the reason as its first argument; each container that the error
    passes through adds the place where it stood.
    """

    def __init__(self, limits: Limits, fallback: Fallback | None) -> None:
        self.limits = limits
        self._fallback = fallback
        self.pieces: list[bytes | memoryview] = [_VERSION]
        self._size = 1
        self._items = 1
        self._open: set[int] = set()  # the ids of the containers around
        self._converted = 0  # values that were not of an exact builtin type

    def put(self, piece: bytes | memoryview) -> None:
        """Append bytes; memory of arrays is referred to until the end, not copied."""
        self._size += len(piece)
        if self._size > self.limits.message_bytes:
            raise TooLarge(f"too much: a message may have {self.limits.message_bytes} bytes")
        self.pieces.append(piece)

    def put_block(self, tag: int, block: bytes) -> None:
        """Append a tag and bytes behind their length."""
        self.put(_COUNT.pack(tag, min(len(block), self.limits.message_bytes)))
        self.put(block)

    def value(self, value: Any) -> None:
        """Append one value."""
        write = _plain.WRITERS.get(id(type(value)))
        if write is None:
            self._converted += 1
            self._convert(value)
        else:
            write(value, self)

    def container(
        self,
        value: object,
        tag: int,
        keys: Sequence[Any],
        others: Sequence[Any],
        place: Callable[[int], str],
    ) -> None:
        """Append a container: its keys, of which there may be none, and its other parts.

        ``place`` names a part in an error. Keys must be distinct where they arrive. A class can
        make equal numbers distinct, or a list hashable; so keys of other types are read back.
        """
        self._enter(value, len(keys) + len(others))
        self.put(_COUNT.pack(tag, len(keys) or len(others)))
        if keys:
            self._keys(keys, place)
        if others:
            self._parts(others, place, len(keys))
        self._open.remove(id(value))

    def _enter(self, value: object, parts: int) -> None:
        self._items += parts
        if self._items > self.limits.items:
            raise TooLarge(f"too much: a message may have {self.limits.items} items")
        if id(value) in self._open:
            raise TooLarge("the container itself again: a cycle")
        if len(self._open) >= self.limits.depth:
            raise TooLarge(f"nested too deep: {self.limits.depth} containers are allowed")
        self._open.add(id(value))

    def _parts(self, parts: Sequence[Any], place: Callable[[int], str], first: int) -> None:
        at = first
        try:
            for at, part in enumerate(parts, first):  # noqa: B007 (where the error is)
                self.value(part)
        except Unencodable as error:
            error.args += (place(at),)
            raise

    def _keys(self, keys: Sequence[Any], place: Callable[[int], str]) -> None:
        first, converted = len(self.pieces), self._converted
        self._parts(keys, place, 0)
        if self._converted == converted:
            return
        head = _VERSION + _COUNT.pack(tags.SET, len(keys))
        try:
            decode(head + b"".join(self.pieces[first:]), limits=self.limits)
        except WireError as error:
            reason = f"not fit to be one without its class ({error})"
            raise Unencodable(reason, "one of the keys") from None

    def _convert(self, value: Any) -> None:
        """Append a value as its base, or a reference to it."""
        own = type(value)
        try:
            write = _writer_of(own)
            if write is None:
                raise Unencodable(_describe(own))
            write(value, self)
        except Unencodable as error:
            of_a_part = len(error.args) > 1  # then the fallback has been asked about that
            if isinstance(error, TooLarge) or of_a_part or not self._fallback:
                raise
            reference = self._fallback(value)
            if type(reference) is not Reference:
                raise
            _plain.write_reference(reference, self)


def _writer_of(own: type) -> Callable[[Any, Writer], None] | None:
    """Return how values of a type are written: like those of the first base that crosses."""
    of_numpy = _arrays.writers()
    for base in _plain.lineage(own):
        if write := _plain.WRITERS.get(id(base)) or of_numpy.get(id(base)):
            return write
    return None


def _describe(own: type) -> str:
    name = f"{str.__str__(_name(own)):.80}"
    return f"{'an' if name[:1].lower() in tuple('aeiou') else 'a'} {name}"


def _sentence(reason: str, first: str = "the value", *around: str) -> str:
    return f"{', inside '.join([f'{first} is {reason}', *around]):.500}"


class Reader:
    """Reads one message from front to back, and checks every length before it is used.

    The methods may raise IndexError and struct.error when the message ends too early.
    """

    def __init__(self, data: Data, limits: Limits) -> None:
        self._view = memoryview(data).cast("B")
        self._at = 0
        self._end = len(self._view)
        if self._end > limits.message_bytes:
            raise WireError(f"the message has more than {limits.message_bytes} bytes")
        self.limits = limits
        self.budget = HashBudget(self._end)
        self._items = 1
        self._depth = 0

    def message(self) -> Any:
        """Return the value of the whole message."""
        if self.byte() != tags.VERSION:
            raise WireError("the message does not begin with the version of this wire")
        value = self.value()
        if self._at < self._end:
            raise WireError(f"{self._end - self._at} bytes follow the message")
        return value

    def byte(self) -> int:
        """Return the next byte."""
        byte = self._view[self._at]
        self._at += 1
        return byte

    def value(self) -> Any:
        """Return the next value."""
        tag = self._view[self._at]
        self._at += 1
        read = _READERS.get(tag)
        if read is None:
            raise WireError(f"no value begins with the byte {tag:#04x}")
        return read(self)

    def unpack(self, layout: Struct) -> tuple[Any, ...]:
        """Return the numbers of a fixed layout."""
        at = self._at
        self._at = at + layout.size
        return layout.unpack_from(self._view, at)

    def take(self, length: int) -> memoryview:
        """Return the next bytes, without a copy."""
        start = self._at
        if length > self._end - start:
            raise WireError(f"{length} bytes are promised and {self._end - start} are left")
        self._at = start + length
        return self._view[start : self._at]

    def block(self) -> memoryview:
        """Return bytes that stand behind their length."""
        return self.take(self.unpack(_U32)[0])

    def parts(self, times: int = 1) -> list[Any]:
        """Return the parts of a container, so many times the number that they stand behind."""
        number = times * self.unpack(_U32)[0]
        if number > self._end - self._at:  # a value takes a byte at least
            raise WireError(f"{number} items are promised, more than there are bytes")
        self._items += number
        if self._items > self.limits.items:
            raise WireError(f"the message has more than {self.limits.items} items")
        if self._depth >= self.limits.depth:
            raise WireError(f"containers are nested deeper than {self.limits.depth}")
        self._depth += 1
        parts = [self.value() for _ in range(number)]
        self._depth -= 1
        return parts


_READERS: dict[int, Callable[[Reader], Any]] = _plain.READERS | _arrays.READERS
