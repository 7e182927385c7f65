"""How fast a class is graded: stock nbgrader, nbgrader with our preprocessors, and `nbjudge grade`.

All in one run, for lesson 07 and for an ordinary assignment, on right submissions. Prints seconds
per submission, the ratio to stock, and the peak memory of the largest process; the scores have to
be the same.

    python benchmarks/throughput.py [SUBMISSIONS] [SAMPLE]
"""

from __future__ import annotations

import resource
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from right_class import CORES, LESSON, ORDINARY, course, scores, seconds


@dataclass(frozen=True)
class Rung:
    """One way to grade, and how many submissions it is given.

    Parameters
    ----------
    name : str
        For the table.
    command : tuple of str
        Run in the course folder.
    count : int
        Submissions.
    stock : bool
        Whether nbjudge is left out of the configuration.
    """

    name: str
    command: tuple[str, ...]
    count: int
    stock: bool = False


def ladder(assignment: str, submissions: int, sample: int) -> list[Rung]:
    """Return the ways to grade, slowest first."""
    autograde = ("nbgrader", "autograde", assignment)
    grade = ("nbjudge", "grade", assignment, "--force")
    return [
        Rung("stock nbgrader autograde", autograde, sample, stock=True),
        Rung("nbgrader autograde, our preprocessors", autograde, sample),
        Rung("nbjudge grade --jobs 1", (*grade, "--jobs", "1"), submissions),
        Rung(f"nbjudge grade --jobs {CORES}", (*grade, "--jobs", str(CORES)), submissions),
    ]


KINDS = {LESSON: "isolated tests", ORDINARY: "in-kernel tests, twenty cells"}


def main(submissions: int, sample: int) -> None:
    """Print a ladder for each kind of tests."""
    for assignment, kind in KINDS.items():
        print(f"{assignment}: {kind}", flush=True)
        climb(assignment, submissions, sample)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"Largest process: {peak:.0f} MiB.")


def climb(assignment: str, submissions: int, sample: int) -> None:
    """Print the ladder of one assignment."""
    first: float | None = None
    wanted: list[float] | None = None
    for rung in ladder(assignment, submissions, sample):
        with tempfile.TemporaryDirectory() as folder:
            root = course(Path(folder), rung.count, assignment=assignment, stock=rung.stock)
            each = seconds(rung.command, root) / rung.count
            got = scores(root, sample, assignment)
            wanted, first = wanted or got, first or each
            if got != wanted:
                raise SystemExit(f"{rung.name} gives other scores than stock: {got} {wanted}")
            _tell(rung.name, rung.count, each, first)
            if rung.name.startswith("nbjudge"):
                again = seconds(tuple(w for w in rung.command if w != "--force"), root)
                _tell("  again, nothing changed", rung.count, again / rung.count, first)


def _tell(name: str, count: int, each: float, first: float) -> None:
    print(f"{name:<40} {count:>6} × {1000 * each:>7.1f} ms   {first / each:>6.1f} ×", flush=True)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [200, 12][len(given) :]))
