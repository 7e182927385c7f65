"""What somebody must have who marks an assignment far from its course."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from traitlets.config import Config

from ...notebook.files import plain_files
from ..marking import Brief
from ..steps import JudgeCells, is_python, kernel_name

NOT_SENT = frozenset(
    {"AssignLatePenalties", "CourseDirectory", "Exchange", "GenerateAssignment", "GenerateFeedback"}
)
"""Settings of steps that are taken where the gradebook is; its address may hold a password."""

_BUSY = 10  # times as long as its limit may a submission take, where others use the machine too
_AROUND = 120.0  # seconds for all but the student's code


@dataclass(frozen=True)
class Kit:
    """An assignment, with everything that marks depend on but the submission.

    Parameters
    ----------
    brief : Brief
        The assignment's cells, hidden tests included.
    config : Config
        The course's settings without `NOT_SENT`.
    source, grading : mapping of str to bytes
        Files of the assignment's folders by relative path: without notebooks, which hold the
        solution, and without the demo class.
    """

    brief: Brief
    config: Config
    source: Mapping[str, bytes]
    grading: Mapping[str, bytes]

    @property
    def kernels(self) -> tuple[str, ...]:
        """The kernels of other languages that have to be there."""
        specs = [{"kernelspec": spec} for spec in self.brief.kernelspecs.values()]
        return tuple(sorted({kernel_name(each) for each in specs if not is_python(each)}))

    @property
    def sandboxed(self) -> bool:
        """Whether the course has student code shut in."""
        return JudgeCells(config=self.config).sandbox

    @property
    def seconds(self) -> float:
        """When nobody waits for a submission any more: its own limits have long ended it."""
        each = _BUSY * JudgeCells(config=self.config).total_seconds + _AROUND
        return each * max(1, len(self.brief.masters))


def pack_kit(brief: Brief, config: Config, root: Path, source: Path) -> Kit:
    """Read a kit.

    Parameters
    ----------
    brief : Brief
        The assignment.
    config : Config
        The course's settings.
    root, source : Path
        The course folder, and the assignment's source folder.
    """
    sent = Config({name: copy.deepcopy(config[name]) for name in config if name not in NOT_SENT})
    pattern = config.CourseDirectory.get("notebook_id")
    if pattern:
        sent.CourseDirectory.notebook_id = pattern
    return Kit(
        brief,
        sent,
        {name: content for name, content in _read(source).items() if not name.endswith(".ipynb")},
        {
            name: content
            for name, content in _read(root / "grading" / brief.assignment).items()
            if "cohort" not in Path(name).parts
        },
    )


def _read(folder: Path) -> dict[str, bytes]:
    files = plain_files(folder)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
