"""A cursor over bytes that nobody vouches for: every length is checked before it is used."""

from __future__ import annotations

from struct import Struct
from typing import Any, TypeAlias

from ._errors import WireError
from ._keys import Purse
from ._limits import Limits

Data: TypeAlias = bytes | bytearray | memoryview

_U32 = Struct("<I")


class Reader:
    """Reads one message from front to back and keeps count of what it costs.

    Parameters
    ----------
    data : bytes, bytearray or memoryview
        The message; nobody may change it meanwhile.
    limits : Limits
        What it may cost.

    Raises
    ------
    WireError
        From every method, when the bytes promise more than there is or than is allowed.
    """

    def __init__(self, data: Data, limits: Limits) -> None:
        self._view = memoryview(data).cast("B")
        self._at = 0
        self._end = len(self._view)
        if self._end > limits.message_bytes:
            raise WireError(f"the message has more than {limits.message_bytes} bytes")
        self.limits = limits
        self.purse = Purse(self._end)
        self._items = 0
        self._tables = 0

    @property
    def left(self) -> int:
        """Bytes that were not read yet."""
        return self._end - self._at

    def take(self, length: int) -> memoryview:
        """Return the next bytes, without a copy."""
        start = self._at
        if length > self._end - start:
            raise WireError(f"{length} bytes are promised and {self._end - start} are left")
        self._at = start + length
        return self._view[start : self._at]

    def byte(self) -> int:
        """Return the next byte."""
        at = self._at
        if at >= self._end:
            raise WireError("the message ends where a value should begin")
        self._at = at + 1
        return self._view[at]

    def unpack(self, layout: Struct) -> tuple[Any, ...]:
        """Return the numbers of a fixed layout."""
        return layout.unpack(self.take(layout.size))

    def block(self) -> memoryview:
        """Return bytes that stand behind their length."""
        return self.take(_U32.unpack(self.take(4))[0])

    def count(self) -> int:
        """Return a number of values, each of which takes at least one of the bytes left."""
        number: int = _U32.unpack(self.take(4))[0]
        if number > self.left:
            raise WireError(f"{number} items are promised and {self.left} bytes are left")
        return number

    def label(self) -> str:
        """Return a text meant for people: well-formed and not too long."""
        block = self.block()
        try:
            text = str(block, "utf-8")
        except UnicodeDecodeError:
            raise WireError("a text is not UTF-8") from None
        if len(text) > self.limits.text_characters:
            raise WireError(f"a text has more than {self.limits.text_characters} characters")
        return text

    def count_item(self) -> None:
        """Take note of one value."""
        self._items += 1
        if self._items > self.limits.items:
            raise WireError(f"the message has more than {self.limits.items} items")

    def count_tables(self, number: int) -> None:
        """Take note of pandas objects or columns."""
        self._tables += number
        if self._tables > self.limits.tables:
            raise WireError(f"the message has more than {self.limits.tables} tables and columns")
