"""Whether a large class costs more per submission than a small one, in time or in memory.

Grades classes of several sizes, each in a course of its own. Prints milliseconds per submission
(what it takes to start is measured with one submission, and left out), the memory of the largest
process, and how both compare with the first size.

    python benchmarks/growth.py [SIZE ...]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from right_class import CORES, LESSON, PROGRAMS, course

SIZES = (100, 1000, 5000)
GRADE = (str(PROGRAMS / "nbjudge"), "grade", LESSON, "--jobs", str(CORES))
BETWEEN = """
import resource, subprocess, sys, time
started = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs a command in a process of its own, so that the largest child is not an earlier size's."""


def graded(root: Path, *words: str) -> tuple[float, float]:
    """Grade; return the seconds, and the MiB of the largest process."""
    command = [sys.executable, "-c", BETWEEN, *GRADE, *words]
    done = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True)
    seconds, kilobytes = map(float, done.stdout.split())
    return seconds, kilobytes / 1024


def measured(size: int) -> tuple[float, float]:
    """Return milliseconds per submission of a class, and MiB of the largest process."""
    with tempfile.TemporaryDirectory() as folder:
        root = course(Path(folder), size)
        start, _ = graded(root, "--student", "student-00000")
        seconds, largest = graded(root)  # the first is graded, and is not graded again
        return 1000 * (seconds - start) / (size - 1), largest


def main(sizes: tuple[int, ...]) -> None:
    """Print one line for each size."""
    first: tuple[float, float] | None = None
    for size in sizes:
        each, largest = measured(size)
        first = first or (each, largest)
        time, memory = each / first[0], largest / first[1]
        shown = f"{size:>6} × {each:>7.1f} ms ({time:.2f} ×)   {largest:>6.0f} MiB ({memory:.2f} ×)"
        print(shown, flush=True)


if __name__ == "__main__":
    main(tuple(int(word) for word in sys.argv[1:]) or SIZES)
