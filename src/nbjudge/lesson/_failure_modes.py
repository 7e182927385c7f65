"""The failure modes of a lesson, as its ``failure_modes.toml`` declares them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from ._errors import LessonError


@dataclass(frozen=True)
class FailureMode:
    """One mistake, and the one hidden test that it fails.

    Parameters
    ----------
    grade_id : str
        The hidden test that fails exactly when this mistake is there.
    name : str
        A few words for tables.
    meaning, why : str
        A sentence each: what the code does wrong, and why it matters.
    q, k : tuple of float
        Workbench values that let a student see it; empty where the workbench cannot show it.
    """

    grade_id: str
    name: str
    meaning: str
    why: str
    q: tuple[float, ...] = ()
    k: tuple[float, ...] = ()


def load_failure_modes(path: Path) -> tuple[FailureMode, ...]:
    """Return the failure modes in the order of the file.

    Raises
    ------
    LessonError
        When the file is missing, is not TOML, or lacks a field.
    """
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
        return tuple(_failure_mode(grade_id, table) for grade_id, table in tables.items())
    except FileNotFoundError:
        raise LessonError(
            f"{path} is missing: each lesson declares its failure modes there."
        ) from None
    except (tomllib.TOMLDecodeError, TypeError, AttributeError) as error:
        raise LessonError(f"{path} cannot be used: {error}.") from error


def _failure_mode(grade_id: str, table: dict[str, object]) -> FailureMode:
    listed = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    return FailureMode(grade_id=grade_id, **listed)  # type: ignore[arg-type]  # TOML is checked by use
