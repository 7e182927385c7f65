"""Autograde: turns what became of each graded cell into a score and a result."""

from __future__ import annotations

import ast
import math
from dataclasses import replace

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import SaveAutoGrades
from nbgrader.utils import compute_checksum, is_solution

from .. import verdict
from ..verdict import KEY, Kind, Note, Outcome, Result

LONGEST_MESSAGE = 1000


class SaveScores(SaveAutoGrades):
    """Write scores to the gradebook, and results with their messages to the verdict."""

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Score one submission."""
        self.results: list[Result] = []
        self.notes: list[Note] = []
        nb, resources = super().preprocess(nb, resources)
        begun = verdict.read(nb.metadata).noted(*self.notes)
        verdict.write(nb.metadata, replace(begun, results=tuple(self.results)))
        return nb, resources

    def _add_score(self, cell: NotebookNode, resources: ResourcesDict) -> None:
        result = judge(cell)
        self.results.append(result)
        if result.outcome is Outcome.NOT_RUN and result.message:
            self.notes.append(Note(Kind.TEST, result.message, result.grade_id))
        grade = self.gradebook.find_grade(
            result.grade_id, self.notebook_id, self.assignment_id, self.student_id
        )
        grade.auto_score = result.score
        grade.needs_manual_grade = grade.manual_score is not None or result.score is None
        self.gradebook.db.commit()


def judge(cell: NotebookNode) -> Result:
    """Return the result of one graded cell.

    A test passes when it was run to its end; a number that it ends with is a partial score. What it
    printed never decides.
    """
    grade_id = str(cell.metadata.nbgrader["grade_id"])
    most = float(cell.metadata.nbgrader["points"])
    if is_solution(cell):
        if cell.metadata.nbgrader.get("checksum") == compute_checksum(cell):
            return Result(grade_id, Outcome.FAILED, 0.0, most, "No response.")
        return Result(grade_id, Outcome.WAITING, None, most)
    ending = cell.metadata.get(KEY)
    if ending == "ok":
        return _passed(cell, grade_id, most)
    if ending is None:
        return Result(grade_id, Outcome.NOT_RUN, 0.0, most, "")
    return Result(grade_id, Outcome.FAILED, 0.0, most, *_error(cell))


def _passed(cell: NotebookNode, grade_id: str, most: float) -> Result:
    shown = [
        o["data"].get("text/plain", "") for o in cell.outputs if o.output_type == "execute_result"
    ]
    if not shown:
        return Result(grade_id, Outcome.PASSED, most, most)
    score = _number(shown[-1])
    if most == 0:
        return Result(grade_id, Outcome.PASSED, 0.0, 0.0, _printed(cell))
    if score is None or not 0 <= score <= most:
        wanted = f"no score from 0 to {most:g}"
        text = f"The test of {grade_id!r} ended with {shown[-1][:50]}, which is {wanted}."
        return Result(grade_id, Outcome.NOT_RUN, 0.0, most, text)
    outcome = {0.0: Outcome.FAILED, most: Outcome.PASSED}.get(score, Outcome.PARTIAL)
    return Result(grade_id, outcome, score, most, _printed(cell))


def _number(text: str) -> float | None:
    """Read a finite number as Python or NumPy shows it: ``2``, ``0.5``, ``np.float64(0.5)``."""
    if text.startswith("np.") and text.endswith(")"):
        text = text.partition("(")[2][:-1]
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        return None
    return float(value)


def _printed(cell: NotebookNode) -> str:
    lines = (o["text"] for o in cell.outputs if o.output_type == "stream" and o["name"] == "stdout")
    return "".join(lines).strip()[:LONGEST_MESSAGE]


def _error(cell: NotebookNode) -> tuple[str, str]:
    """Return what ended a test, for people, and the exception's name."""
    errors = [o for o in cell.outputs if o.output_type == "error"]
    if not errors:
        return "It did not end.", ""
    name, text = str(errors[-1].get("ename", "")), str(errors[-1].get("evalue", ""))
    plain = name in {"AssertionError", "StudentProcessLost", "died", "time limit"} and text
    said = text if plain else f"{name}: {text}".rstrip(": ")
    return said[:LONGEST_MESSAGE], name
