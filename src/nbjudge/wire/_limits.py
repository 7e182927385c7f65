"""What one message may cost, and the errors of messages that cannot be sent or read."""

from __future__ import annotations

from dataclasses import dataclass, fields

MIB = 2**20
LARGEST = {"message_bytes": 2**32 - 1, "items": 2**32 - 1, "depth": 200}
"""Lengths and counts are sent as four bytes; reading and writing recurse."""


class WireError(ValueError):
    """Bytes that came in are not a message, or break a limit; the text says which rule."""


class Unencodable(TypeError):
    """A value cannot go out; the text says which part of it, and why."""


class TooLarge(Unencodable):
    """A value of the right kind breaks a limit, or has no end; no fallback is asked about it."""


@dataclass(frozen=True)
class Limits:
    """Bounds on one message, the same for both directions.

    Parameters
    ----------
    message_bytes : int
        Length of the whole message.
    depth : int
        Containers inside containers. Small, for what compares or prints the value later recurses.
    items : int
        Values in the message, those inside containers counted one by one.
    integer_bytes : int
        Size of one int. Small, for arithmetic on ints takes more than linear time.
    array_bytes : int
        Size of one array; an empty array counts as if its other axes were full.

    Raises
    ------
    ValueError
        When a bound is negative or larger than the format allows.
    """

    message_bytes: int = 64 * MIB
    depth: int = 64
    items: int = 1_000_000
    integer_bytes: int = MIB
    array_bytes: int = 64 * MIB

    def __post_init__(self) -> None:
        for field in fields(self):
            bound = getattr(self, field.name)
            if bound < 0:
                raise ValueError(f"the limit {field.name} is negative")
            if bound > LARGEST.get(field.name, bound):
                raise ValueError(f"the limit {field.name} is above {LARGEST[field.name]}")


DEFAULT = Limits()
