"""What each student saved in the workbench: the frames `experiments` and `attention`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nbjudge.lesson import Lesson

from ._students import Student


@dataclass(frozen=True)
class Runs:
    """A student's saved runs, recomputed: rows of the two frames.

    Parameters
    ----------
    experiments : tuple of dict
        One row per run.
    attention : tuple of dict
        One row per cell of each run's matrices.
    problem : str
        A sentence when the record could not be assessed; else empty.
    """

    experiments: tuple[dict[str, Any], ...] = ()
    attention: tuple[dict[str, Any], ...] = ()
    problem: str = ""

    @property
    def counted(self) -> int:
        """How many runs count as evidence."""
        return sum(bool(row["counted"]) for row in self.experiments)


def read_runs(lesson: Lesson, student: Student) -> Runs:
    """Recompute a student's runs; a record that breaks the recomputation becomes a sentence."""
    if student.autograded.record is None:
        return Runs()
    judge = lesson.experiments
    try:
        saved = judge.assess(student.autograded.record).runs
        return _rows(student, [(judge.row(each), judge.cells(each)) for each in saved])
    except Exception as error:  # a student wrote the record: it must not cost the class its report
        return Runs(problem=f"The saved runs cannot be recomputed ({type(error).__name__}).")


def _rows(
    student: Student, saved: Iterable[tuple[Mapping[str, Any], Iterable[Mapping[str, Any]]]]
) -> Runs:
    """Say of each row whose it is, and where the run was found."""
    experiments, attention = [], []
    for row, cells in saved:
        run_id = row["run_id"]
        experiments.append({"student": student.id, "source": _source(student, run_id), **row})
        attention += [{"student": student.id, "run_id": run_id, **cell} for cell in cells]
    return Runs(tuple(experiments), tuple(attention))


def _source(student: Student, run_id: str) -> str:
    """Return where a run was found; without a verdict only the file itself was looked at."""
    verdict = student.autograded.verdict
    return ", ".join(verdict.run_sources.get(run_id, ())) if verdict else "sidecar"
