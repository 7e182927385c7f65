"""Grades by hand as the formgrader does: nbgrader's own API, its own connections, nothing of ours.

Run as a program with the gradebook's URL, a file that ends it, and students. It goes round and
round, writes another score each time, and in the end prints the last one that each student got.
"""

from __future__ import annotations

import json
import sys
import warnings
from itertools import count
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry

LESSON = "07-self-attention"


def main(url: str, end: Path, students: list[str]) -> dict[str, float]:
    """Grade until the file is there; whatever the database complains of ends it."""
    given: dict[str, float] = {}
    for number in count(1):
        for student in students:
            with Gradebook(url, "attention") as gradebook:
                try:
                    grade = gradebook.find_grade("explain", "self-attention", LESSON, student)
                except MissingEntry:
                    continue  # not entered yet
                grade.manual_score = number / 1024
                grade.needs_manual_grade = False
                comment = gradebook.find_comment("explain", "self-attention", LESSON, student)
                comment.manual_comment = f"Round {number}."
                gradebook.db.commit()
                given[student] = number / 1024
        if end.exists():
            return given
    raise AssertionError("never reached")


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # nbgrader's own, told on every commit
    print(json.dumps(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])))
