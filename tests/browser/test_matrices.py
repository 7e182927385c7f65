"""Pointing at a cell explains it, with a mouse and without one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .notebook_page import NotebookPage
from .workbench_page import WorkbenchPage

pytestmark = pytest.mark.slow


def test_pointing_at_a_cell_marks_it_in_every_matrix_and_explains_it(lab: NotebookPage):
    workbench = lab.open_workbench()
    workbench.predict()
    workbench.cell(workbench.weights, 3, 1).hover()
    assert marked(workbench) == {(3, 1)}
    expect(workbench.derivation).to_contain_text("Row q3, column k1")
    workbench.cell(workbench.scores, 2, 3).hover()
    assert marked(workbench) == {(2, 3)}
    expect(workbench.derivation).to_contain_text("token 2 reads token 3 (future): 1 × 9 ÷ √1 = 9")


def test_a_matrix_is_one_tab_stop_in_which_arrows_home_and_end_move(lab: NotebookPage):
    workbench = lab.open_workbench()
    workbench.predict()
    keyboard = lab.page.keyboard
    for table in (workbench.scores, workbench.masked_scores, workbench.weights):
        expect(table.locator("[tabindex='0']")).to_have_count(1)
    workbench.cell(workbench.scores, 2, 3).focus()
    for key, cell in {
        "Home": (2, 1),
        "ArrowDown": (3, 1),
        "ArrowRight": (3, 2),
        "ArrowUp": (2, 2),
        "ArrowLeft": (2, 1),
        "End": (2, 3),
    }.items():
        keyboard.press(key)
        expect(workbench.cell(workbench.scores, *cell)).to_be_focused()
        assert marked(workbench) == {cell}
    keyboard.press("Tab")
    expect(workbench.cell(workbench.masked_scores, 2, 3)).to_be_focused()


def marked(workbench: WorkbenchPage) -> set[tuple[int, int]]:
    """Return which cells are marked, over all matrices."""
    tables = (workbench.scores, workbench.masked_scores, workbench.weights)
    return {workbench.marked(table) for table in tables}
