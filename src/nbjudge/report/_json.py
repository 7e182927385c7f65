"""JSON files of the course's folders; what is wrong with one becomes a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


class UnusableError(Exception):
    """A file cannot be used; the text says which and why."""


def read_json(path: Path, constant: Callable[[str], Any] = float) -> Any:
    """Return the file's JSON values, None when there is no file.

    Raises
    ------
    UnusableError
        When the file cannot be opened or is not JSON.
    """
    try:
        return json.loads(path.read_bytes(), parse_constant=constant)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnusableError(f"{short(path)} cannot be opened ({error.strerror}).") from error
    except (ValueError, RecursionError) as error:
        raise UnusableError(f"{short(path)} is not JSON.") from error


def refuse(constant: str) -> None:
    """Refuse NaN and Infinity, which are no JSON."""
    raise ValueError(constant)


def short(path: Path) -> str:
    """Return the path from the course folder on: step, student, assignment, file."""
    return "/".join(path.parts[-4:])
