"""From release to points: the notebook that a student downloads is all that nbgrader needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import Course
from tests.conftest import LESSON, Run
from tests.scores import expected, recorded

from .conftest import Opens
from .lesson_copy import NOTEBOOK

pytestmark = pytest.mark.slow
STUDENT = "one-student"


def test_the_downloaded_notebook_alone_earns_the_points_of_the_experiment(
    course: Course, run: Run, opens: Opens
):
    done = run(course, "nbjudge", "release", LESSON)
    assert done.returncode == 0, done.stderr
    downloaded = experiment(opens, course.root / "release" / LESSON)
    submitted = course.root / "submitted" / STUDENT / LESSON
    submitted.mkdir(parents=True)
    downloaded.rename(submitted / NOTEBOOK)

    done = run(course, "nbgrader", "autograde", LESSON)
    assert done.returncode == 0, done.stderr
    starter = expected()["untouched-starter"]
    assert starter["experiment"] == 0
    assert recorded(course, [STUDENT])[STUDENT] == starter | {"experiment": 4}


def experiment(opens: Opens, released: Path) -> Path:
    """Do checkpoint 2 in JupyterLab, leave the rest as it is, and download the notebook."""
    lab = opens(released=released)
    workbench = lab.open_workbench()
    workbench.predict()
    workbench.save_pair()
    lab.run("evidence")
    lab.save_by_key()
    return lab.download()
