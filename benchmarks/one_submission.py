"""How long one submission takes, once everything is loaded: stock nbgrader, and our marking.

The median over the demo class's right submissions, both in this one run. What starting costs is in
`throughput.py`.

    python benchmarks/one_submission.py [ROUNDS]
"""

from __future__ import annotations

import logging
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from right_class import LESSON, course

from nbjudge.nbgrader_plugins import Desk, open_course

RIGHT = 8
"""Right submissions in the demo class; the first round, not counted, loads what is loaded late."""


def main(rounds: int) -> None:
    """Print both medians, in milliseconds."""
    count = RIGHT * (rounds + 1)
    medians = {}
    for who in GRADERS:
        with tempfile.TemporaryDirectory() as folder:
            root = course(Path(folder), count, stock=who == "stock")
            # in a process of its own: our configuration changes nbgrader for good
            words = [sys.executable, __file__, who, str(root), str(count)]
            done = subprocess.run(words, cwd=root, check=True, capture_output=True, text=True)
        medians[who] = float(done.stdout)
        print(f"{who:<6} {medians[who]:>7.1f} ms   {medians['stock'] / medians[who]:>5.1f} ×")


def median(grade: Callable[[str], object], count: int) -> float:
    """Return the median of all but the first round."""
    return statistics.median([_milliseconds(grade, number) for number in range(count)][RIGHT:])


def _milliseconds(grade: Callable[[str], object], number: int) -> float:
    started = time.perf_counter()
    grade(f"student-{number:05}")
    return 1000 * (time.perf_counter() - started)


def _stock(root: Path) -> Callable[[str], object]:
    grader = NbGraderAPI(CourseDirectory(root=str(root), course_id="attention"))
    logging.getLogger("traitlets").setLevel(logging.ERROR)

    def grade(student: str) -> None:
        assert grader.autograde(LESSON, student)["success"]

    return grade


def _ours(root: Path) -> Callable[[str], object]:
    desk = Desk(open_course(root), LESSON)

    def grade(student: str) -> None:
        with desk.ledger() as ledger:
            desk.enter(ledger, desk.mark(student))

    return grade


GRADERS = {"stock": _stock, "ours": _ours}

if __name__ == "__main__":
    match sys.argv[1:]:
        case [who, root, count]:
            print(median(GRADERS[who](Path(root)), int(count)))
        case words:
            main(int(words[0]) if words else 3)
