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
    NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class CellRun:
    """One cell, run.

    Parameters
    ----------
    ending : Ending
        ``NOT_RUN`` when the submission had no time left, or no process; ``NOT_JUDGED`` when an
        isolated test could not do its work, which says nothing of the answer.
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
