"""What running a cell gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Ending(StrEnum):
    """How a cell ended."""

    OK = "ok"
    ERROR = "error"
    TIME_LIMIT = "time limit"
    DIED = "died"
    NOT_RUN = "not run"


@dataclass(frozen=True)
class CellRun:
    """One cell, run.

    Parameters
    ----------
    ending : Ending
        ``NOT_RUN`` when the submission had no time left, or no process.
    outputs : list of dict
        Outputs of nbformat 4. A later cell may update a display among them, in place.
    execution_count : int, optional
        The number in the brackets; None when the cell was as if it had not been there.
    notes : tuple of str
        What a person who reads the grade should know.
    seconds : float
        On the clock.
    """

    ending: Ending
    outputs: list[dict[str, Any]] = field(default_factory=list)
    execution_count: int | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class HostReference:
    """A function of the host that student code may call.

    Parameters
    ----------
    handle : int
        A positive number of the host's choice; it comes back to ``serve``.
    name : str
        The function's name, as the student's code sees it.
    """

    handle: int
    name: str = "function"

    def __post_init__(self) -> None:
        if not 0 < self.handle < 2**63:
            raise ValueError("a handle is a positive number of 63 bits")


@dataclass(frozen=True)
class Mark:
    """A state that a session has kept."""

    number: int
