"""A class marked by workers elsewhere is the class marked here."""

from __future__ import annotations

import json
import os

import pytest

from nbjudge.grade import grade_class, regrade, students_of
from nbjudge.nbgrader_plugins import Course
from tests.cluster.conftest import SOME, Copy
from tests.cluster.dask_machines import Machines
from tests.compared import files, rows
from tests.conftest import LESSON

pytestmark = pytest.mark.slow


def _graded(course: Course, **how: object) -> dict[str, tuple[object, ...]]:
    done = list(grade_class(course, LESSON, students_of(course, LESSON), **how))
    assert sorted(one.student for one in done) == sorted(SOME)
    return {one.student: (one.status, one.sentence, one.score, one.failed) for one in done}


def test_gradebook_and_files_are_those_of_a_class_graded_here(copied: Copy, machines: Machines):
    here, afar = copied("here"), copied("afar")
    odd = "deleted-test"  # a link cannot be sent, so that this one is marked here after all
    for course in (here, afar):
        (course.root / "submitted" / odd / LESSON / "notes.txt").symlink_to("/etc/hostname")
    address, _ = machines.scheduler()
    # as root, who may do that, without the course: as on another machine
    without = afar.root if os.geteuid() == 0 else None
    machines.worker(address, "--no-nanny", "--nthreads", "2", without=without)
    said = _graded(here, jobs=2)
    assert _graded(afar, dask=address) == said
    assert rows(afar) == rows(here)
    assert files(afar) == files(here)
    assert not (afar.root / "autograded" / ".marking").exists()
    notebook = afar.root / "autograded" / "right-masked" / LESSON / "self-attention.ipynb"
    assert json.loads(notebook.read_text())["metadata"]["stamp"] == "right-masked"
    before = notebook.stat().st_mtime_ns
    assert _graded(afar, dask=address) == said
    assert notebook.stat().st_mtime_ns == before, "what has not changed is not marked again"
    moved = regrade(afar, LESSON, ["late"], force=True, dask=address)
    assert [move.difference for move in moved.students] == [0]
    assert not list(machines.folder.rglob("nbjudge-*")), "something was left on a worker"
