"""What became of each test in the class: the frame `tests`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from nbjudge import tally

from ._gradebook import GradedCell
from ._students import Student


def test_rows(cells: Iterable[GradedCell], students: Iterable[Student]) -> Iterator[dict[str, Any]]:
    """Yield the rows of the frame `tests`, in the order of the cells."""
    graded = [student for student in students if student.graded]
    several = any(student.autograded.several for student in graded)
    of_class = tally.tallies(student.autograded.verdicts for student in graded)
    found = {(test.notebook, test.grade_id): test for test in of_class}
    for cell in cells:
        test = found.get((cell.notebook, cell.grade_id))
        if test is not None:
            yield _row(test, several)


def _row(test: tally.Tally, several: bool) -> dict[str, Any]:
    plain = test.to_json()
    remarked = sum(plain.pop("remarks").values())
    return plain | {"remarked": remarked, "sentence": " ".join(test.sentences(several=several))}
