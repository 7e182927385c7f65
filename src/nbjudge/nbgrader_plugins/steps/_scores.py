"""Autograde: turns what became of each graded cell into a result."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum, is_grade, is_solution, is_task

from ... import verdict
from ...notebook.leaks import HiddenLines
from ...sandbox import Ending
from ...verdict import KEY, Kind, Note, Outcome, Result
from ._judge import hidden_test_delimiters, is_to_run
from ._kernels import is_python

LONGEST_MESSAGE = 1000

LEFT_OUT = "The message is left out: it shows a part of a hidden test."

_SAYING_IT_ALL = frozenset(
    "AssertionError StudentProcessLost NotPlainDataError TestLost TimeLimit died".split()
) | {"time limit"}
"""Names of errors whose text is enough."""

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
        lines = HiddenLines(nb, hidden_test_delimiters(self.config))
        results = [replace(r, message=LEFT_OUT) if lines.are_in(r.message) else r for r in results]
        remarks = [_remark(cell) if python else "" for cell in scored]
        notes = [
            Note(Kind.TEST, remark or result.message, result.grade_id)
            for cell, result, remark in zip(scored, results, remarks, strict=True)
            if remark or _is_unjudged(cell, result)
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
    """Return the result of one graded cell, by nbgrader's rule.

    An error is 0, a number as the last value is the score, anything else is full marks. Three
    things differ. NumPy's numbers are numbers, also as NumPy 2 prints them. A number that is no
    score (negative, too large, not finite) is the test's mistake: it waits for a person. And what a
    test has written to standard error fails it when it was run, not here: a warning of the
    student's code does not.

    Parameters
    ----------
    cell : NotebookNode
        As it was run.
    python : bool
        Whether it is Python's. In other languages what looks like a number must be one that can be
        read.
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
    if ending == Ending.NOT_JUDGED:
        return _not_judged(grade_id, most, f"It could not be judged: {_error(cell)[0]}")
    return Result(grade_id, Outcome.FAILED, 0.0, most, *_error(cell))


def _passed(cell: NotebookNode, grade_id: str, most: float, python: bool) -> Result:
    shown = _shown(cell)
    score = _number(shown) if shown else None
    if most == 0:
        return Result(grade_id, Outcome.PASSED, 0.0, 0.0, _printed(cell))
    unreadable = score is None and not python and bool(_LIKE_A_NUMBER.fullmatch(shown))
    if unreadable or (score is not None and not 0 <= score <= most):
        wanted = f"no score from 0 to {most:g}"
        return _not_judged(grade_id, most, f"The test ended with {shown[:50]}, which is {wanted}.")
    if score is None:
        return Result(grade_id, Outcome.PASSED, most, most, _printed(cell))
    outcome = {0.0: Outcome.FAILED, most: Outcome.PASSED}.get(score, Outcome.PARTIAL)
    return Result(grade_id, outcome, score, most, _printed(cell))


def _not_judged(grade_id: str, most: float, text: str) -> Result:
    """Return the result of a test that says nothing of the answer: a person has to look."""
    return Result(grade_id, Outcome.WAITING, None, most, text[:LONGEST_MESSAGE])


def _is_unjudged(cell: NotebookNode, result: Result) -> bool:
    waits = result.outcome in (Outcome.WAITING, Outcome.NOT_RUN)
    return waits and bool(result.message) and not is_solution(cell)


def _remark(cell: NotebookNode) -> str:
    """Return what an instructor should know of a passed test: its last value was no score."""
    shown = "" if is_solution(cell) or cell.metadata.get(KEY) != "ok" else no_score(cell)
    if not shown:
        return ""
    what = shown if shown == "False" else "a value that is no number"
    return f"The test ended with {what}, which nbgrader's rule counts as full marks."


def no_score(cell: NotebookNode) -> str:
    """Return a test's last value, as it was shown, when it is no number and so is full marks."""
    shown = _shown(cell)
    return shown if _number(shown) is None else ""


def _shown(cell: NotebookNode) -> str:
    """Return the value of a cell as it was shown, the first where several lines show theirs.

    Some languages colour numbers.
    """
    shown = [
        strip_ansi(str(output["data"].get("text/plain", ""))).strip()
        for output in cell.outputs
        if output.output_type == "execute_result"
    ]
    return shown[0] if shown else ""


def _number(text: str) -> float | None:
    """Read a number as Python, NumPy or R show it: ``2``, ``np.float64(2)``, ``[1] 2``, ``nan``."""
    text = text.removeprefix("[1] ")
    if text.startswith("np.") and text.endswith(")"):
        text = text.partition("(")[2][:-1]
    if text.lstrip("+-").lower() in {"nan", "inf", "infinity"}:
        return float(text)
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, int | float) or isinstance(value, bool):
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
    plain = name in _SAYING_IT_ALL and text
    said = text if plain else f"{name}: {text}".rstrip(": ")
    return said[:LONGEST_MESSAGE], name
