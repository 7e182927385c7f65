"""A class of any size, made from the demo class's right submissions, and commands run on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from nbgrader.api import Gradebook

from nbjudge.demo import hand_in
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import open_course
from nbjudge.release import release

REPOSITORY = Path(__file__).parents[1]
LESSON = "07-self-attention"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
PROGRAMS = Path(sys.executable).parent
os.environ.pop("GRADEBOOK_URL", None)  # these classes stay out of a real gradebook
STOCK = "c = get_config()\nc.CourseDirectory.course_id = 'attention'\n"


def course(root: Path, count: int, *, stock: bool = False) -> Path:
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
    with Gradebook(f"sqlite:///{root}/gradebook.db", "attention") as gradebook:
        names = [f"student-{number:05}" for number in range(count)]
        return [float(gradebook.find_submission(LESSON, name).score) for name in names]
