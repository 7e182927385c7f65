"""Machines for a cluster, and a class that is graded on it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from tests.cluster.dask_machines import Machines
from tests.conftest import LESSON, new_course

SOME = (
    "right-masked",
    "naive-exponentials",
    "deleted-test",
    "empty-folder",
    "truncated-notebook",
    "renamed-notebook",
    "crash",
    "endless-loop",
    "late",
)

OWN_STEP = """
c.Execute.timeout = 3

from nbgrader.preprocessors import NbGraderPreprocessor

class Stamp(NbGraderPreprocessor):
    def preprocess(self, nb, resources):
        nb.metadata["stamp"] = resources["nbgrader"]["student"]
        return nb, resources

c.Autograde.autograde_preprocessors.append(Stamp)
"""
"""Settings as instructors have them: a limit, and a step of their own in the file itself."""

Copy = Callable[..., Course]


@pytest.fixture
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """No machine yet."""
    made = Machines(tmp_path_factory.mktemp("machines"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def handed_in(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A released course with some of the demo class, and nothing graded."""
    root = tmp_path_factory.mktemp("handed-in") / "course"
    new_course(root, submissions=SOME)
    with (root / "nbgrader_config.py").open("a") as config:
        config.write(OWN_STEP)
    made = open_course(root)
    release(made, LESSON)
    return made


@pytest.fixture
def copied(handed_in: Course, tmp_path: Path) -> Copy:
    """A function that makes a copy of that course, with everybody or some of them."""

    def copy(name: str, *students: str) -> Course:
        root = tmp_path / name
        shutil.copytree(handed_in.root, root)
        for folder in (root / "submitted").iterdir():
            if students and folder.name not in students:
                shutil.rmtree(folder)
        return open_course(root)

    return copy
