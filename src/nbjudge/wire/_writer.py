"""The growing message, which stops growing at its limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any

from . import _tags as tags
from ._errors import TooLarge, Unencodable
from ._limits import Limits

_U32 = Struct("<I")
_TAG_U32 = Struct("<BI")
_TAG_I64 = Struct("<Bq")


@dataclass(frozen=True, slots=True)
class Branch:
    """A value that consists of others, which follow it in the message.

    Parameters
    ----------
    kind : str
        What to call it in messages: "list".
    parts : sequence
        The values, a copy that nobody changes meanwhile.
    keys : int
        How many of the parts, from the front, are keys of a set or dict.
    whole : bool
        Whether it is left behind as a whole when one of the parts cannot go.
    """

    kind: str
    parts: Sequence[Any]
    keys: int = 0
    whole: bool = False

    def describe(self, place: int) -> str:
        """Say which part stands at a place: "element 3 of a list"."""
        if self.kind != "dict":
            noun = "part" if self.whole else "element"
            return f"{noun} {place} of a {self.kind}"
        if place < self.keys:
            return f"key number {place} of a dict"
        return f"the value for {self._name(place - self.keys)} of a dict"

    def _name(self, place: int) -> str:
        key = self.parts[place]
        if type(key) is str:
            return f"key {key[:50]!r}"
        if type(key) is int and key.bit_length() <= 64:  # Python does not print the largest
            return f"key {key}"
        return f"key number {place}"


class Writer:
    """Collects the pieces of one message.

    Parameters
    ----------
    limits : Limits
        What the message may cost.

    Raises
    ------
    TooLarge
        From the methods, when it would cost more.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.size = 1
        self._pieces: list[bytes | memoryview] = [bytes((tags.VERSION,))]
        self._items = 0
        self._tables = 0

    def put(self, piece: bytes | memoryview) -> None:
        """Append bytes; memory of arrays is referred to until the end, not copied."""
        self.size += len(piece)
        if self.size > self.limits.message_bytes:
            self._too_much("bytes", self.limits.message_bytes)
        self._pieces.append(piece)

    def put_block(self, tag: int, block: bytes | memoryview) -> None:
        """Append a tag and bytes behind their length."""
        if len(block) > self.limits.message_bytes:
            self._too_much("bytes", self.limits.message_bytes)
        self.put(_TAG_U32.pack(tag, len(block)))
        self.put(block)

    def put_count(self, tag: int, number: int) -> None:
        """Append a tag and the number of values that follow."""
        if number > self.limits.items:
            self._too_much("items", self.limits.items)
        self.put(_TAG_U32.pack(tag, number))

    def put_label(self, text: str) -> None:
        """Append a text meant for people, cut and escaped where it must be."""
        most = self.limits.text_characters
        if len(text) > most:
            text = text[: max(0, most - 1)] + "…"[:most]
        if not text.isascii():
            text = text.encode("utf-8", "backslashreplace").decode("utf-8")[:most]
        block = text.encode("utf-8")
        self.put(_U32.pack(len(block)))
        self.put(block)

    def put_reference(self, handle: int, type_name: str) -> None:
        """Append a reference to an object that stays here."""
        if not -(2**63) <= handle < 2**63:
            raise Unencodable("a reference whose handle has more than 64 bits")
        self.put(_TAG_I64.pack(tags.REFERENCE, handle))
        self.put_label(type_name)

    def count_item(self) -> None:
        """Take note of one value."""
        self._items += 1
        if self._items > self.limits.items:
            self._too_much("items", self.limits.items)

    def count_tables(self, number: int) -> None:
        """Take note of pandas objects or columns."""
        self._tables += number
        if self._tables > self.limits.tables:
            self._too_much("tables and columns", self.limits.tables)

    def mark(self) -> tuple[int, int]:
        """Return the present end, for `rewind`."""
        return len(self._pieces), self.size

    def rewind(self, mark: tuple[int, int]) -> None:
        """Forget what was appended since a mark; what it cost stays counted."""
        del self._pieces[mark[0] :]
        self.size = mark[1]

    def message(self) -> bytes:
        """Return the message."""
        return b"".join(self._pieces)

    def _too_much(self, what: str, most: int) -> None:
        raise TooLarge(f"too much: a message may have {most} {what}")
