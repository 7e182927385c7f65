"""What each student saved in the workbench: runs, their matrices, and predictions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nbjudge.lesson import Lesson

from ._students import Student

Row = dict[str, Any]


@dataclass(frozen=True)
class Runs:
    """A student's saved runs, recomputed: rows of three frames.

    Parameters
    ----------
    experiments : tuple of dict
        One row per run.
    attention : tuple of dict
        One row per cell of each run's matrices.
    predictions : tuple of dict
        One row per question that was answered before.
    record_id : str
        The record's id; empty when it has none.
    problem : str
        A sentence when the record could not be assessed; else empty.
    """

    experiments: tuple[Row, ...] = ()
    attention: tuple[Row, ...] = ()
    predictions: tuple[Row, ...] = ()
    record_id: str = ""
    problem: str = ""

    @property
    def counted(self) -> int:
        """How many runs count as evidence."""
        return sum(bool(row["counted"]) for row in self.experiments)


def read_runs(lesson: Lesson, student: Student) -> Runs:
    """Recompute a student's runs; a record that breaks the recomputation becomes a sentence."""
    record = student.autograded.record
    if record is None:
        return Runs()
    judge = lesson.experiments
    try:
        saved = judge.assess(record).runs
        told = [{"student": student.id, **row} for row in judge.predictions(record, saved)]
        return _rows(student, [(judge.row(each), judge.cells(each)) for each in saved], told)
    except Exception as error:  # a student wrote the record: it must not cost the class its report
        return Runs(problem=f"The saved runs cannot be recomputed ({type(error).__name__}).")


def _rows(
    student: Student,
    saved: Iterable[tuple[Mapping[str, Any], Iterable[Mapping[str, Any]]]],
    predictions: Iterable[Row],
) -> Runs:
    """Say of each row whose it is, and where the run was found."""
    experiments, attention = [], []
    record_id = _record_id(student.autograded.record)
    for row, cells in saved:
        run_id = row["run_id"]
        own = {"student": student.id, "source": _source(student, run_id), "record_id": record_id}
        experiments.append({**own, **row})
        attention += [{"student": student.id, "run_id": run_id, **cell} for cell in cells]
    return Runs(tuple(experiments), tuple(attention), tuple(predictions), record_id)


def _record_id(record: Any) -> str:
    identity = record.get("record_id") if isinstance(record, dict) else None
    return identity if isinstance(identity, str) else ""


def _source(student: Student, run_id: str) -> str:
    """Return where a run was found; without a verdict only the file itself was looked at."""
    verdict = student.autograded.verdict
    return ", ".join(verdict.run_sources.get(run_id, ())) if verdict else "sidecar"
