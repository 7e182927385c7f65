"""Python is busy with another cell: the workbench waits, says so, and records once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Opens
from .runs_page import RunsPage
from .workbench_page import LATE_LIMIT, WAITING

pytestmark = pytest.mark.slow
BUSY = "import time\nwith wb._store.lock: time.sleep(10)"


def test_a_run_saved_during_a_long_cell_is_recorded_late_and_once(opens: Opens):
    lab = opens(busy=BUSY)
    workbench = lab.open_workbench()
    workbench.predict()
    lab.start("busy")
    lab.wait_for_kernel("busy")
    workbench.button("Save run").click()
    expect(workbench.status).to_contain_text(WAITING)
    expect(workbench.status).to_contain_text("Run 1 recorded (late)", timeout=LATE_LIMIT)
    assert len(lab.record()["runs"]) == 1
    assert len(RunsPage(workbench.root).rows()) == 1
