"""Each graded cell of a submission, in words for its student."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from nbformat import NotebookNode

from ...notebook.cells import grade_id, is_test, outside
from ...verdict import TELLING, Outcome, Result
from ..steps import is_python
from ._items import Checkpoint, Grade, Item, Records
from ._said import said

HEADING = re.compile(r"^#{1,2}\s+(?P<words>.+?)\s*#*$", re.MULTILINE)

WORDS = {
    Outcome.PASSED: "passed",
    Outcome.PARTIAL: "partly",
    Outcome.FAILED: "failed",
    Outcome.NOT_RUN: "not run",
    Outcome.WAITING: "waits for a person",
}
BY_HAND = "graded by hand"
UNSCORED = "The grader could not score this. Please tell whoever teaches the course."


def checkpoints(
    nb: NotebookNode, records: Records, marks: tuple[str, str]
) -> tuple[Checkpoint, ...]:
    """Return what became of each graded cell, under the notebook's own headings.

    Parameters
    ----------
    nb : NotebookNode
        With its tests.
    records : Records
        What is known of the graded ones.
    marks : (str, str)
        What stands in the lines around a hidden test.
    """
    under = groupby(_with_headings(nb, records, marks), key=lambda pair: pair[0])
    return tuple(Checkpoint(heading, tuple(item for _, item in own)) for heading, own in under)


def _with_headings(
    nb: NotebookNode, records: Records, marks: tuple[str, str]
) -> Iterator[tuple[str, Item]]:
    heading, python = "", is_python(nb.metadata)
    for number, cell in enumerate(nb.cells):
        if cell.cell_type == "markdown" and (found := HEADING.search(cell.source)):
            heading = re.sub(r"[*_`$]", "", found["words"])[:100]
        name = grade_id(cell) or ""
        if name in records.points:
            told = replace(
                _graded(number, cell, records, marks), message=_message(cell, records, python)
            )
            yield heading, told
        elif records.comments.get(name):
            yield heading, Item(number, name, comment=records.comments[name])


def _graded(number: int, cell: NotebookNode, records: Records, marks: tuple[str, str]) -> Item:
    name = str(grade_id(cell))
    grade, result = records.grades[name], records.results.get(name)
    most = records.points[name]
    lost = grade.auto is not None and grade.auto < most
    tells = result is not None and result.outcome is not Outcome.NOT_RUN and result.error in TELLING
    return Item(
        number,
        name,
        word=_word(grade, result, most),
        score=grade.score,
        most=most,
        extra=grade.extra,
        checks=_checks(name, outside(cell.source, *marks)) if is_test(cell) else "",
        mode=records.modes.get(name) if lost and tells else None,
        comment=records.comments.get(name, ""),
    )


def _word(grade: Grade, result: Result | None, most: float) -> str:
    """Return the verdict's word as long as its score is the one that counts."""
    if grade.manual is not None:
        return BY_HAND
    if grade.score is None:
        return WORDS[Outcome.WAITING if grade.waits else Outcome.NOT_RUN]
    if result and result.score == grade.auto:
        return WORDS[result.outcome]
    if grade.score >= most:
        return WORDS[Outcome.PASSED]
    return WORDS[Outcome.PARTIAL if grade.score > 0 else Outcome.FAILED]


def _checks(name: str, given: str) -> str:
    """Return the line of comment that is all that students were given of a hidden test.

    The cell's own name and its points, which stand there already, are left out.
    """
    lines = [line.strip() for line in given.split("\n") if line.strip()]
    if len(lines) != 1 or not lines[0].startswith("#"):
        return ""
    heading = rf"#+\s*(?:{re.escape(name)}\s*(?:\([^)]*\))?\s*[:,]?\s*)?"
    said_of_it = re.sub(heading, "", lines[0])
    return said_of_it[:1].upper() + said_of_it[1:]


def _message(cell: NotebookNode, records: Records, python: bool) -> str:
    result = records.results.get(str(grade_id(cell)))
    errors = [output for output in cell.get("outputs", ()) if output.output_type == "error"]
    if errors and is_test(cell):
        return said(errors[-1], cell.source, python=python)
    if result is None:
        return ""
    return UNSCORED if result.outcome is Outcome.NOT_RUN and result.message else result.message
