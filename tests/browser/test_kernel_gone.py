"""Python is gone while the page is still open: nothing pretends to be saved, nothing is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Opens
from .jupyter_server import JupyterServer
from .notebook_page import NotebookPage
from .runs_page import RunsPage
from .workbench_page import LATE_LIMIT, NOT_YET, SAVED, WorkbenchPage

pytestmark = pytest.mark.slow
CRASH = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"


@pytest.mark.parametrize("crash", [False, True], ids=["by the menu", "after a crash"])
def test_after_a_restart_a_run_waits_and_is_delivered_once(opens: Opens, crash: bool):
    lab = opens(crash=CRASH)
    workbench = lab.open_workbench()
    workbench.predict()
    workbench.save(1)
    lab.crash_kernel("crash") if crash else lab.restart_kernel()
    save_in_vain(workbench)
    assert len(lab.record()["runs"]) == 1

    lab.run("setup", "workbench")
    expect(lab.workbench().status).to_contain_text("Run 2 recorded")
    lab.run("workbench")
    lab.workbench().wait_until_ready()
    first, second = lab.record()["runs"]
    assert first["run_id"] != second["run_id"]
    assert len(RunsPage(lab.workbench().root).rows()) == 2


def test_after_a_shutdown_the_copied_record_carries_the_unsent_run(
    lab: NotebookPage, server: JupyterServer, opens: Opens
):
    workbench = lab.open_workbench()
    workbench.predict()
    workbench.save(1)
    server.stop_kernels()
    save_in_vain(workbench)
    assert len(lab.record()["runs"]) == 1

    elsewhere = opens(name="elsewhere", paste=workbench.copied())
    elsewhere.open_workbench()
    elsewhere.run("paste")
    expect(elsewhere.output("paste")).to_have_text("2")
    record = elsewhere.record()
    assert len(record["predictions"]) == 1
    assert len(record["runs"]) == 2
    assert len(RunsPage(elsewhere.workbench().root).rows()) == 2


def save_in_vain(workbench: WorkbenchPage) -> None:
    """Save a run; the workbench goes on computing and says that the run is not recorded."""
    workbench.broken.check()
    workbench.button("Save run").click()
    expect(workbench.status).to_contain_text(NOT_YET, timeout=LATE_LIMIT)
    expect(workbench.status).not_to_contain_text(SAVED)
    expect(workbench.findings).to_contain_text("do not sum to 1")
