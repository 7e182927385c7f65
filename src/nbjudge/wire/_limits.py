"""How much may pass the door in one message."""

from __future__ import annotations

from dataclasses import dataclass, fields

MIB = 2**20
LARGEST_FRAME = 2**32 - 1  # lengths are sent as four bytes


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
        Values in the message, those inside containers counted one by one; also rows of a range.
    integer_bytes : int
        Size of one int. Small, for arithmetic on ints takes more than linear time.
    array_bytes : int
        Size of one array; an empty array counts as if its other axes were full.
    tables : int
        pandas objects and columns: each costs some kilobytes and tens of microseconds to build.
    text_characters : int
        Length of each text meant for people; longer ones are cut when sent, refused when received.

    Raises
    ------
    ValueError
        When a bound is negative, or ``message_bytes`` does not fit a frame.
    """

    message_bytes: int = 64 * MIB
    depth: int = 64
    items: int = 1_000_000
    integer_bytes: int = MIB
    array_bytes: int = 64 * MIB
    tables: int = 10_000
    text_characters: int = 100_000

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) < 0:
                raise ValueError(f"the limit {field.name} is negative")
        if self.message_bytes > LARGEST_FRAME:
            raise ValueError(f"message_bytes is above {LARGEST_FRAME}")


DEFAULT = Limits()
