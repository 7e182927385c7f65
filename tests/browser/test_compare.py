"""Comparing a correct and a broken run with the same values takes one click."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .notebook_page import NotebookPage
from .runs_page import RunsPage

pytestmark = pytest.mark.slow


def test_the_missing_mode_is_offered_and_then_compared_by_itself(lab: NotebookPage):
    workbench = lab.open_workbench()
    workbench.predict()
    workbench.save(1)
    runs = RunsPage(workbench.root)
    runs.unfold_compare()
    expect(runs.lacks).to_contain_text(
        "A broken run with q = 1, 1, 1 and k = 1, 2, 9 is still missing"
    )
    runs.save_other.click()
    expect(workbench.status).to_contain_text("Run 2 recorded")
    expect(workbench.broken).to_be_checked()

    expect(runs.differences).to_contain_text("Row 2 sums to 1.000 in run 1 and to 0.001 in run 2")
    expect(runs.differences).to_contain_text("Future weight is 0.000 in both")
    assert workbench.numbers(runs.compared(2)) == workbench.numbers(workbench.weights)
    expect(runs.compared(1)).to_contain_text("0.731")
    assert [run["mode"] for run in lab.record()["runs"]] == [
        "mask_before_softmax",
        "mask_after_softmax",
    ]


def test_any_two_runs_can_be_compared(lab: NotebookPage):
    workbench = lab.open_workbench()
    workbench.predict()
    workbench.save_pair()
    workbench.enter([1, 1, 1], [3, 2, 1])
    workbench.save(3)
    runs = RunsPage(workbench.root)
    runs.unfold_compare()
    expect(runs.differences).to_contain_text("only what happens to the mask differs")
    runs.choose("A", 3)
    expect(runs.differences).to_contain_text("q and k differ")
    expect(runs.compared(3)).to_be_visible()
