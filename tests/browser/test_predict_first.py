"""The weights are nowhere on the page before a prediction has been recorded."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .notebook_page import NotebookPage
from .workbench_page import FUTURE, WHY

pytestmark = pytest.mark.slow
RESULTS = re.compile(r"0\.269|0\.731|sums to 1|row sum<|not 1<|Compare:", re.IGNORECASE)


def test_before_the_prediction_no_weight_is_in_the_page_not_even_hidden(everywhere: NotebookPage):
    workbench = everywhere.open_workbench()
    expect(workbench.scores).to_contain_text("9.00")
    expect(workbench.weights).to_have_count(0)
    assert not RESULTS.search(workbench.root.inner_html())


def test_a_prediction_by_keyboard_alone_reveals_the_weights(everywhere: NotebookPage):
    workbench, keyboard = everywhere.open_workbench(), everywhere.page.keyboard
    everywhere.focus_cell("workbench")
    workbench.tab_to(workbench.choice(FUTURE, "no weight"))
    for key in ("Space", "Tab", "Space", "ArrowDown", "Tab"):
        keyboard.press(key)
    keyboard.type(WHY)
    for key in ("Tab", "Enter"):
        keyboard.press(key)
    expect(workbench.weights).to_contain_text("0.269")
    assert RESULTS.search(workbench.root.inner_html())
    (prediction,) = everywhere.record()["predictions"]
    assert prediction["future_weight_with_mask"] == "zero"
    assert prediction["row_sum_mask_after_softmax"] == "equal_1"
    assert prediction["text"] == WHY
