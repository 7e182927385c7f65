"""What the preprocessors of one submission share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict

from ...notebook.master import Master
from ...verdict import Verdict

CASE = "nbjudge"
"""Where nbconvert's resources hold the case."""


@dataclass
class Case:
    """One notebook of one submission on its way from hand-in to the first cell that runs.

    Parameters
    ----------
    root : Path
        The course folder.
    folder : Path
        What the student handed in.
    name : str
        The notebook's.
    masters : mapping of str to Master
        The instructor's cells of each of the assignment's notebooks.
    verdict : Verdict
        What is known so far; it moves into the notebook's metadata before the notebook runs.
    closed : tuple of str
        Files that the student's code may not leave beside the notebook.
    """

    root: Path
    folder: Path
    name: str
    masters: Mapping[str, Master]
    verdict: Verdict
    closed: tuple[str, ...] = ()

    @property
    def master(self) -> Master:
        """The instructor's cells of this notebook."""
        return self.masters[self.name]


def case_of(resources: ResourcesDict) -> Case:
    """Return the case that the converter put into the resources."""
    case = resources[CASE]
    assert isinstance(case, Case)
    return case
