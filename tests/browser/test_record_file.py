"""A record file that cannot be written or read costs no run, and the learner is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Opens

pytestmark = pytest.mark.slow
OBSTACLES = {
    "a folder that is gone": "gone/runs.json",
    "a path below a file": "requirements.txt/runs.json",
}


@pytest.mark.parametrize("path", OBSTACLES.values(), ids=OBSTACLES)
def test_without_a_file_runs_are_kept_in_memory_and_in_the_evidence(opens: Opens, path: str):
    lab = opens(wb=f"wb = Workbench({path!r})\nwb")
    lab.run("setup", "wb")
    workbench = lab.workbench("wb")
    workbench.predict()
    workbench.button("Save run").click()
    expect(workbench.status).to_contain_text("Run 1 kept in memory only")
    expect(workbench.alerts.filter(has_text="cannot write runs.json")).to_be_visible()
    expect(workbench.root).to_contain_text("Run the evidence cell and save the notebook")
    lab.run("evidence")
    expect(lab.output("evidence").first).to_contain_text("1 run: 1 correct")


def test_a_damaged_file_is_kept_aside_and_the_next_run_is_recorded(opens: Opens):
    lab = opens()
    file = lab.path.with_name("experiments.json")
    damaged = '{"schema": "attention-workbench/record", "runs": ['
    file.write_text(damaged)
    workbench = lab.open_workbench()
    expect(workbench.alerts.filter(has_text="experiments.json is damaged")).to_be_visible()
    workbench.predict()
    expect(workbench.alerts.filter(has_text="kept aside as experiments.json.bak")).to_be_visible()
    workbench.save(1)
    assert file.with_name("experiments.json.bak").read_text() == damaged
    assert len(lab.record()["runs"]) == 1
