"""What one student of the demo class does, as a TOML file says it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

DEFAULTS = "_defaults.toml"
"""The diligent student from whom all others differ."""


@dataclass(frozen=True)
class Student:
    """One submission of the demo class.

    Parameters
    ----------
    name : str
        The student's id, which says what the submission shows.
    about : str
        The same in a sentence.
    implementation : str
        A right style; empty to leave the starter.
    mistakes : list of str
        Failure modes, in place of a right style.
    cells : mapping of str to str
        Sources for cells, by grade id, over those of the implementation.
    added : list of str
        Sources of cells that the student added at the end.
    after : str
        The cell behind which these are put, instead of at the end.
    runs : list of mapping
        What was saved in the workbench: q, k and the switches.
    predicted : bool
        Whether a prediction was recorded first.
    forged : mapping
        Results written over those of the last run.
    channels : list of str
        Where the record is: ``sidecar``, ``output``, ``paste``.
    evidence : str
        Id of the cell whose output carries the record.
    deleted, copied : list of str
        Grade ids of cells that were deleted, or are there twice.
    editor : bool
        Whether another editor saved the notebook: new cell ids, metadata of its own.
    file : str
        Name of the notebook; empty when none was handed in.
    bytes : int
        How much of the notebook file arrived; 0 for all of it.
    timestamp, due : str
        When it was handed in, and when it was due.
    """

    name: str
    about: str
    implementation: str
    mistakes: list[str]
    cells: Mapping[str, str]
    added: list[str]
    after: str
    runs: list[Mapping[str, Any]]
    predicted: bool
    forged: Mapping[str, Any]
    channels: list[str]
    evidence: str
    deleted: list[str]
    copied: list[str]
    editor: bool
    file: str
    bytes: int
    timestamp: str
    due: str

    @classmethod
    def load(cls, path: Path, defaults: Mapping[str, Any]) -> Self:
        """Read one student's file over the defaults."""
        own = tomllib.loads(path.read_text("utf-8"))
        cells = defaults["cells"] | own.pop("cells", {}) if own.get("implementation") != "" else {}
        return cls(**{**defaults, **own, "cells": cells, "name": path.stem})


def load_class(folder: Path) -> list[Student]:
    """Return the demo class of a lesson's ``cohort/`` folder, by name."""
    defaults = tomllib.loads((folder / DEFAULTS).read_text("utf-8"))
    paths = sorted(path for path in folder.glob("*.toml") if not path.name.startswith("_"))
    return [Student.load(path, defaults) for path in paths]
