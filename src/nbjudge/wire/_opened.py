"""A value whose parts are still being read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Opened:
    """A container on the way in.

    Parameters
    ----------
    count : int
        How many parts it has.
    build : callable
        Makes the value of the list of its parts; may keep the list.
    parts : list
        Those read so far.
    """

    count: int
    build: Callable[[list[Any]], Any]
    parts: list[Any] = field(default_factory=list)
