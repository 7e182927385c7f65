"""What of the gradebook somebody must know who marks submissions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry

from ...notebook.master import Master
from .._master import load_masters, standard_of


@dataclass(frozen=True)
class Brief:
    """An assignment, as far as marking it goes.

    Parameters
    ----------
    assignment : str
        Its name.
    masters : mapping of str to Master
        Its notebooks by name.
    kernelspecs : mapping of str to dict or None
        The kernel of each notebook, as the instructor's has it.
    standard : str
        A hash over the lesson's grading code.
    """

    assignment: str
    masters: Mapping[str, Master]
    kernelspecs: Mapping[str, Mapping[str, Any] | None]
    standard: str

    def version(self, notebook: str) -> str:
        """Return a hash over all that marks depend on but the submission."""
        return f"{self.masters[notebook].sha256}+{self.standard}"


def load_brief(gradebook: Gradebook, assignment: str, root: Path, release: Path) -> Brief | None:
    """Return the brief; None when the gradebook has no such assignment, or none of its notebooks.

    Parameters
    ----------
    gradebook : Gradebook
        Holds the cells' sources, with hidden tests, and their points.
    assignment : str
        The assignment's name.
    root : Path
        The course folder.
    release : Path
        The release folder.
    """
    masters = load_masters(gradebook, assignment, release)
    if not masters:
        return None
    specs = {name: _kernelspec(gradebook, name, assignment) for name in masters}
    return Brief(assignment, masters, specs, standard_of(root, assignment))


def _kernelspec(gradebook: Gradebook, notebook: str, assignment: str) -> Any:
    try:
        text = gradebook.find_notebook(notebook, assignment).kernelspec
    except MissingEntry:
        return None
    return json.loads(text) if text else None
