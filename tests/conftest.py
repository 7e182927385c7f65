"""A course in a temporary folder, and the programs of this environment on PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from nbjudge.demo import hand_in
from nbjudge.lesson import Lesson, find_lesson
from nbjudge.nbgrader_plugins import Course, open_course

REPOSITORY = Path(__file__).parents[1]
LESSON = "07-self-attention"
PROGRAMS = Path(sys.executable).parent

os.environ.pop("GRADEBOOK_URL", None)  # the tests' courses have gradebooks of their own
os.environ["PATH"] = os.pathsep.join([str(PROGRAMS), os.environ.get("PATH", "")])

# how long an example takes is the machine's, not the code's; fixtures are not changed by examples
settings.register_profile(
    "any machine",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("any machine")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    """The lesson as it stands in the repository."""
    return find_lesson(LESSON, REPOSITORY)


def new_course(root: Path, *, submissions: Sequence[str] | None = ()) -> Course:
    """Copy the course without anything generated; hand in some of the demo class, or all of it."""
    for part in ("source", "grading", "release"):
        shutil.copytree(
            REPOSITORY / part, root / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copyfile(REPOSITORY / "nbgrader_config.py", root / "nbgrader_config.py")
    hand_in(find_lesson(LESSON, root), root / "submitted", root / "release" / LESSON)
    for folder in (root / "submitted").iterdir():
        if submissions is not None and folder.name not in submissions:
            shutil.rmtree(folder)
    return open_course(root)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A course without submissions and without a gradebook."""
    return new_course(tmp_path)


@pytest.fixture(scope="session")
def run() -> Run:
    """Run a program of this environment as a person would, without the venv being activated."""

    def runs(
        course: Course, program: str, *words: str, path: str = "/usr/bin:/bin"
    ) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PATH": path, "COLUMNS": "200"}
        return subprocess.run(
            [PROGRAMS / program, *words],
            cwd=course.root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
        )

    return runs


@pytest.fixture(scope="session")
def graded_class(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Course:
    """The whole demo class, released and graded with `nbjudge`."""
    course = new_course(tmp_path_factory.mktemp("class"), submissions=None)
    for verb in ("release", "demo", "grade"):
        done = run(course, "nbjudge", verb, LESSON)
        assert done.returncode == 0, done.stderr
    return course
