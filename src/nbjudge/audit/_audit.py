"""All rules on one lesson."""

from __future__ import annotations

import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..lesson import Lesson, LessonError
from ..notebook.reading import UnreadableError, read_notebook
from ._breach import Breach
from ._kill_matrix import Matrix, combination_breaches, kill_breaches, kill_matrix
from ._leaks import leak_breaches
from ._source import source_breaches
from ._trial import Trial, trial_breaches, try_out


@dataclass(frozen=True)
class Audit:
    """What the audit found.

    Parameters
    ----------
    breaches : tuple of Breach
        What has to be mended; empty when the lesson can be released.
    matrix : dict
        Failure mode or right style → the hidden tests that fail.
    trial : Trial or None
        Scores of the solution and the starter; None when the source is too broken to release.
    """

    breaches: tuple[Breach, ...]
    matrix: Matrix
    trial: Trial | None

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        trial = self.trial
        return {
            "ok": not self.breaches,
            "breaches": [asdict(breach) for breach in self.breaches],
            "kill_matrix": {name: sorted(found) for name, found in self.matrix.items()},
            "solution": dict(trial.solution) if trial else None,
            "starter": dict(trial.starter) if trial else None,
        }


def audit(lesson: Lesson) -> Audit:
    """Hold a lesson to its contract; the course folder is read and not changed.

    Raises
    ------
    LessonError
        When there is no source notebook, or it cannot be read.
    """
    source = _source(lesson)
    breaches = [*source_breaches(source, lesson)]
    matrix = kill_matrix(source, lesson)
    breaches += [*kill_breaches(matrix), *combination_breaches(source, lesson)]
    if any(breach.rule in {"grade-id", "starter"} for breach in breaches):
        return Audit(tuple(breaches), matrix, None)
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as scratch:
        trial = try_out(lesson, source, Path(scratch))
        breaches += leak_breaches(trial.release, source, lesson)
        breaches += trial_breaches(trial, lesson)
    released = lesson.root / "release" / lesson.name
    if released.is_dir():
        breaches += leak_breaches(released, source, lesson)
    return Audit(tuple(dict.fromkeys(breaches)), matrix, trial)


def _source(lesson: Lesson) -> Any:
    notebooks = sorted(lesson.source.glob("*.ipynb"))
    if len(notebooks) != 1:
        raise LessonError(f"{lesson.source} should hold one notebook; it holds {len(notebooks)}.")
    try:
        return read_notebook(notebooks[0])
    except UnreadableError as error:
        raise LessonError(f"The source in {lesson.source} cannot be used: {error}") from error
