"""Numbers are printed so that none passes for another, and hidden failures are announced."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .notebook_page import NotebookPage

pytestmark = pytest.mark.slow
HINT = "the failure hardly shows"


def test_a_broken_run_that_would_look_correct_comes_with_a_hint(lab: NotebookPage):
    workbench = lab.open_workbench()
    workbench.predict()
    workbench.broken.check()
    expect(workbench.findings).not_to_contain_text(HINT)
    workbench.enter([1, 1, 1], [20, 9, 1])
    expect(workbench.findings).to_contain_text(HINT)
    assert [row[3] for row in workbench.numbers(workbench.weights)] == [
        "0.99998",
        "0.99999999",
        "1.000",
    ]


def test_values_that_would_round_to_0_or_1_show_more_digits(lab: NotebookPage):
    workbench = lab.open_workbench()
    workbench.predict()
    third = workbench.numbers(workbench.weights)[2]
    assert third == ["0.0003", "0.001", "0.999", "1.000", "0.000"]
    workbench.enter([1, 1, 1], [0, 0, 12])
    assert workbench.numbers(workbench.weights)[2][:3] == ["0.00001", "0.00001", "0.99999"]
    workbench.broken.check()
    sums = [row[3] for row in workbench.numbers(workbench.weights)]
    assert sums == ["0.00001", "0.00001", "1.000"]
