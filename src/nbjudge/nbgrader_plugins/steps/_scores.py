"""Autograde: turns what became of each graded cell into a result."""

from __future__ import annotations

import ast
import math
import re
from dataclasses import replace

from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum, is_grade, is_solution, is_task

from ... import verdict
from ...verdict import KEY, Kind, Note, Outcome, Result
from ._judge import is_to_run
from ._kernels import is_python

LONGEST_MESSAGE = 1000

_LIKE_A_NUMBER = re.compile(r"[-+]?(?:\.?\d\S*|nan|inf(?:inity)?)", re.IGNORECASE)
"""What a language may show for a number, readable or not: ``0.5f0``, ``1//2``, ``NaN``."""


class ScoreCells(NbGraderPreprocessor):
    """Put results with their messages into the verdict, and comments into the resources."""

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Score one submission."""
        python, to_run = is_python(nb.metadata), is_to_run(self.config)
        scored = [cell for cell in nb.cells if is_grade(cell)]
        results = [judge(c, python=python) if to_run else _left_to_a_person(c) for c in scored]
        notes = [
            Note(Kind.TEST, result.message, result.grade_id)
            for result in results
            if result.outcome is Outcome.NOT_RUN and result.message
        ]
        begun = verdict.read(nb.metadata).noted(*notes)
        verdict.write(nb.metadata, replace(begun, results=tuple(results)))
        answers = [cell for cell in nb.cells if is_solution(cell) or is_task(cell)]
        resources["comments"] = {c.metadata.nbgrader["grade_id"]: _comment(c) for c in answers}
        return nb, resources


def _comment(cell: NotebookNode) -> str | None:
    """Return nbgrader's comment on an answer that is as it was handed out."""
    untouched = cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
    return "No response." if untouched and not is_task(cell) else None


def _left_to_a_person(cell: NotebookNode) -> Result:
    """Return what is said of a cell that was not to be run: outputs of a hand-in prove nothing."""
    grade_id, most = (
        str(cell.metadata.nbgrader["grade_id"]),
        float(cell.metadata.nbgrader["points"]),
    )
    return Result(grade_id, Outcome.WAITING, None, most, "It was not run.")


def judge(cell: NotebookNode, *, python: bool = True) -> Result:
    """Return the result of one graded cell.

    A test passes when it was run to its end; a number that it ends with is a partial score. What it
    printed never decides.

    Parameters
    ----------
    cell : NotebookNode
        As it was run.
    python : bool
        Whether it is Python's. In other languages a test that passes may end with a value that is
        no number, as Julia's do with "Test Passed"; in Python that is a slip of the test.
    """
    grade_id = str(cell.metadata.nbgrader["grade_id"])
    most = float(cell.metadata.nbgrader["points"])
    if is_solution(cell):
        if cell.metadata.nbgrader.get("checksum") == compute_checksum(cell):
            return Result(grade_id, Outcome.FAILED, 0.0, most, "No response.")
        return Result(grade_id, Outcome.WAITING, None, most)
    ending = cell.metadata.get(KEY)
    if ending == "ok":
        return _passed(cell, grade_id, most, python)
    if ending is None:
        return Result(grade_id, Outcome.NOT_RUN, 0.0, most, "")
    return Result(grade_id, Outcome.FAILED, 0.0, most, *_error(cell))


def _passed(cell: NotebookNode, grade_id: str, most: float, python: bool) -> Result:
    shown = [
        strip_ansi(str(o["data"].get("text/plain", ""))).strip()  # some languages colour numbers
        for o in cell.outputs
        if o.output_type == "execute_result"
    ]
    if not shown:
        return Result(grade_id, Outcome.PASSED, most, most)
    score = _number(shown[-1])
    if most == 0:
        return Result(grade_id, Outcome.PASSED, 0.0, 0.0, _printed(cell))
    if score is None and not python and not _LIKE_A_NUMBER.fullmatch(shown[-1]):
        return Result(grade_id, Outcome.PASSED, most, most, _printed(cell))
    if score is None or not 0 <= score <= most:
        wanted = f"no score from 0 to {most:g}"
        text = f"The test of {grade_id!r} ended with {shown[-1][:50]}, which is {wanted}."
        return Result(grade_id, Outcome.NOT_RUN, 0.0, most, text)
    outcome = {0.0: Outcome.FAILED, most: Outcome.PASSED}.get(score, Outcome.PARTIAL)
    return Result(grade_id, outcome, score, most, _printed(cell))


def _number(text: str) -> float | None:
    """Read a finite number as Python, NumPy or R show it: ``2``, ``np.float64(2)``, ``[1] 2``."""
    text = text.removeprefix("[1] ")
    if text.startswith("np.") and text.endswith(")"):
        text = text.partition("(")[2][:-1]
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        return None
    return float(value)


def _printed(cell: NotebookNode, stream: str = "stdout") -> str:
    lines = (o["text"] for o in cell.outputs if o.output_type == "stream" and o["name"] == stream)
    return "".join(lines).strip()[:LONGEST_MESSAGE]


def _error(cell: NotebookNode) -> tuple[str, str]:
    """Return what ended a test, for people, and the exception's name."""
    errors = [o for o in cell.outputs if o.output_type == "error"]
    if not errors:
        return _printed(cell, "stderr") or "It did not end.", ""
    name, text = str(errors[-1].get("ename", "")), str(errors[-1].get("evalue", ""))
    plain = name in {"AssertionError", "StudentProcessLost", "died", "time limit"} and text
    said = text if plain else f"{name}: {text}".rstrip(": ")
    return said[:LONGEST_MESSAGE], name
