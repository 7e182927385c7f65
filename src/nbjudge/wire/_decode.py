"""Bytes that came in, to a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _plain_in
from . import _tags as tags
from ._arrays_in import LEAVES as ARRAY_LEAVES
from ._errors import WireError
from ._limits import DEFAULT, Limits
from ._opened import Opened
from ._reader import Data, Reader
from ._records import open_record
from ._tables_in import BRANCHES as TABLE_BRANCHES
from ._tables_in import LEAVES as TABLE_LEAVES

_LEAVES: dict[int, Callable[[Reader], Any]] = _plain_in.LEAVES | ARRAY_LEAVES | TABLE_LEAVES
_BRANCHES: dict[int, Callable[[Reader], Opened]] = {
    **_plain_in.BRANCHES,
    **TABLE_BRANCHES,
    tags.RECORD: open_record,
}

UNFORESEEN = "the message could not be decoded"
"""Begins the text of errors that this room did not foresee; the tests hold that there are none."""


def decode(data: Data, *, limits: Limits = DEFAULT) -> Any:
    """Return the value in a message, whoever wrote it.

    The two processes should not share the secret of their hashes (neither a fork of the other, no
    ``PYTHONHASHSEED``): ``_keys`` tells why.

    Parameters
    ----------
    data : bytes, bytearray or memoryview
        One whole message; nobody may change it meanwhile.
    limits : Limits
        What it may cost.

    Raises
    ------
    WireError
        When the bytes are not a message, or break a limit.
    """
    reader = Reader(data, limits)
    try:
        return _read_message(reader)
    except WireError:
        raise
    except Exception as error:  # nothing known leads here; whatever will, the bytes are to blame
        raise WireError(f"{UNFORESEEN}: {type(error).__name__}: {error!s:.80}") from error


def _read_message(reader: Reader) -> Any:
    if reader.byte() != tags.VERSION:
        raise WireError("the message does not begin with the version of this wire")
    value = _read(reader)
    if reader.left:
        raise WireError(f"{reader.left} bytes follow the message")
    return value


def _read(reader: Reader) -> Any:
    """Return the next value; a loop over the open containers, so that depth costs no stack."""
    opened: list[Opened] = []
    while True:
        value = _begin(reader)
        if isinstance(value, Opened):
            if len(opened) >= reader.limits.depth:
                raise WireError(f"containers are nested deeper than {reader.limits.depth}")
            opened.append(value)
        elif not opened:
            return value
        else:
            opened[-1].parts.append(value)
        while len(opened[-1].parts) == opened[-1].count:
            finished = opened.pop()
            value = finished.build(finished.parts)
            if not opened:
                return value
            opened[-1].parts.append(value)


def _begin(reader: Reader) -> Any:
    """Return the next value, or an `Opened` when its parts come first."""
    reader.count_item()
    tag = reader.byte()
    read = _LEAVES.get(tag) or _BRANCHES.get(tag)
    if read is None:
        raise WireError(f"no value begins with the byte {tag:#04x}")
    return read(reader)
