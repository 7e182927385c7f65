"""A reload of the page loses nothing while the kernel lives."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbjudge.lesson import Lesson
from nbjudge.notebook.harvest import harvest

from .notebook_page import NotebookPage

pytestmark = pytest.mark.slow


def test_after_a_reload_the_next_run_is_the_third(everywhere: NotebookPage, lesson: Lesson):
    workbench = everywhere.open_workbench()
    workbench.predict()
    workbench.save_pair()
    everywhere.save_by_key()

    everywhere.reload()
    workbench = everywhere.workbench()
    workbench.wait_until_ready()
    workbench.save(3)
    assert len(everywhere.record()["runs"]) == 3
    everywhere.run("evidence")
    notebook = everywhere.save_by_key()
    found = harvest(notebook, Path("no-sidecar"), lesson.experiments)
    assert found.record is not None and not found.notes
    assert [run["run_id"] for run in found.record["runs"]] == [
        run["run_id"] for run in everywhere.record()["runs"]
    ]
