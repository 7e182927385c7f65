"""No key that is pressed in the workbench reaches the notebook; Ctrl+S does (`test_evidence`)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .notebook_page import NotebookPage

pytestmark = pytest.mark.slow
COMMANDS = ("m", "d", "d", "b", "x", "ArrowDown", "ArrowUp", "Escape", "Enter", "Shift+Enter")
"""What these keys do to a cell: Markdown, delete, insert, cut, select, edit, run."""


@pytest.mark.parametrize("predicted", [False, True], ids=["before", "after"])
def test_keys_on_any_control_leave_the_notebook_as_it_is(everywhere: NotebookPage, predicted: bool):
    workbench, keyboard = everywhere.open_workbench(), everywhere.page.keyboard
    if predicted:
        workbench.predict()
        workbench.save_pair()
    before, number = everywhere.state(), 0
    while number < workbench.controls.count():  # a key may fold some of them away
        workbench.controls.nth(number).focus()
        for key in COMMANDS:
            keyboard.press(key)
        assert everywhere.state() == before, f"after keys on control {number}"
        number += 1
    assert number > 8
    expect(workbench.root).to_have_count(1)
