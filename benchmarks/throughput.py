"""How fast a class is graded: stock nbgrader, nbgrader with our preprocessors, and `nbjudge grade`.

All in one run, on submissions made from the demo class's right ones. Prints seconds per submission,
the ratio to stock, and the peak memory of the largest process; the scores have to be the same.

    python benchmarks/throughput.py [SUBMISSIONS] [SAMPLE]
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from nbjudge.demo import hand_in
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import open_course
from nbjudge.release import release

REPOSITORY = Path(__file__).parents[1]
LESSON = "07-self-attention"
PROGRAMS = Path(sys.executable).parent
STOCK = "c = get_config()\nc.CourseDirectory.course_id = 'attention'\n"


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


def ladder(submissions: int, sample: int) -> list[Rung]:
    """Return the ways to grade, slowest first."""
    autograde = ("nbgrader", "autograde", LESSON)
    grade, cores = ("nbjudge", "grade", LESSON, "--force"), os.cpu_count() or 1
    return [
        Rung("stock nbgrader autograde", autograde, sample, stock=True),
        Rung("nbgrader autograde, our preprocessors", autograde, sample),
        Rung("nbjudge grade --jobs 1", (*grade, "--jobs", "1"), submissions),
        Rung(f"nbjudge grade --jobs {cores}", (*grade, "--jobs", str(cores)), submissions),
    ]


def course(root: Path, count: int, *, stock: bool) -> Path:
    """Make a course with so many submissions, released; return its folder."""
    for part in ("source", "grading", "release"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(REPOSITORY / part, root / part, ignore=ignored)
    shutil.copyfile(REPOSITORY / "nbgrader_config.py", root / "nbgrader_config.py")
    hand_in(find_lesson(LESSON, root), root / "cohort", root / "release" / LESSON)
    right = sorted((root / "cohort").glob("right-*"))
    for number in range(count):
        shutil.copytree(right[number % len(right)], root / "submitted" / f"student-{number:05}")
    shutil.rmtree(root / "cohort")
    release(open_course(root), LESSON)
    if stock:
        (root / "nbgrader_config.py").write_text(STOCK)
    return root


def seconds(command: tuple[str, ...], root: Path) -> float:
    """Run a command in a course and return how long it took; it has to succeed."""
    path = os.pathsep.join([str(PROGRAMS), os.environ["PATH"]])
    started = time.perf_counter()
    subprocess.run(
        [PROGRAMS / command[0], *command[1:]],
        cwd=root,
        env=os.environ | {"PATH": path},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - started


def scores(root: Path, count: int) -> list[float]:
    """Return the automatic points of the first submissions."""
    with open_course(root).gradebook() as gradebook:
        names = [f"student-{number:05}" for number in range(count)]
        return [float(gradebook.find_submission(LESSON, name).score) for name in names]


def main(submissions: int, sample: int) -> None:
    """Print the ladder."""
    first: float | None = None
    wanted: list[float] | None = None
    for rung in ladder(submissions, sample):
        with tempfile.TemporaryDirectory() as folder:
            root = course(Path(folder), rung.count, stock=rung.stock)
            each = seconds(rung.command, root) / rung.count
            got = scores(root, sample)
            wanted, first = wanted or got, first or each
            if got != wanted:
                raise SystemExit(f"{rung.name} gives other scores than stock: {got} {wanted}")
            _tell(rung.name, rung.count, each, first)
            if rung.name.startswith("nbjudge"):
                again = seconds(tuple(w for w in rung.command if w != "--force"), root)
                _tell("  again, nothing changed", rung.count, again / rung.count, first)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"Largest process: {peak:.0f} MiB.")


def _tell(name: str, count: int, each: float, first: float) -> None:
    print(f"{name:<40} {count:>6} × {1000 * each:>7.1f} ms   {first / each:>6.1f} ×", flush=True)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [200, 12][len(given) :]))
