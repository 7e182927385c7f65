"""The workbench can be used in a narrow pane, at 200 % zoom, and without a mouse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Opens
from .geometry import focus, set_width, small_targets, sticking_out
from .notebook_page import NotebookPage
from .shared import SPACINGS, set_spacing
from .workbench_page import WorkbenchPage

pytestmark = pytest.mark.slow
WIDTHS = (320, 480, 760)
SCREENS = {"a 320 px screen": 320, "200 % zoom of 1280 px": 640}
SMALLEST_TARGET = 24  # CSS pixels, WCAG 2.2 success criterion 2.5.8


def fill(workbench: WorkbenchPage) -> None:
    """Bring the workbench to its fullest: revealed, two runs, everything unfolded."""
    workbench.predict()
    workbench.save_pair()
    workbench.unfold_all()


@pytest.mark.parametrize("spacing", SPACINGS.values(), ids=SPACINGS)
def test_nothing_sticks_out_at_any_width_in_any_font(lab: NotebookPage, spacing: str):
    workbench = lab.open_workbench()
    set_spacing(lab.page, spacing)
    assert sticking_out_when_narrow(workbench) == []
    fill(workbench)
    assert sticking_out_when_narrow(workbench) == []


def sticking_out_when_narrow(workbench: WorkbenchPage) -> list[str]:
    found = []
    for width in WIDTHS:
        set_width(workbench, width)
        found += [f"at {width} px: {element}" for element in sticking_out(workbench)]
    return found


@pytest.mark.parametrize("width", SCREENS.values(), ids=SCREENS)
def test_the_page_need_not_be_scrolled_sideways(opens: Opens, width: int):
    notebook = opens("notebook")
    notebook.page.set_viewport_size({"width": width, "height": 900})
    workbench = notebook.open_workbench()
    fill(workbench)
    assert sticking_out(workbench) == []
    box = workbench.root.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_the_focus_can_be_seen_everywhere_and_tab_leaves_the_workbench(lab: NotebookPage):
    workbench = lab.open_workbench()
    fill(workbench)
    stops = tab_through(workbench)
    assert len(stops) > 12
    assert [stop["name"] for stop in stops if not (stop["ring"] and stop["seen"])] == []


def tab_through(workbench: WorkbenchPage) -> list[dict[str, Any]]:
    """Press Tab from the first control to beyond the last."""
    workbench.tab_to(workbench.value("query", 1))
    stops = []
    while stop := focus(workbench):
        stops.append(stop)
        workbench.root.page.keyboard.press("Tab")
        assert len(stops) < 100, f"Tab does not leave the workbench: {stops[-5:]}"
    return stops


def test_after_the_reveal_the_focus_is_on_the_heading_of_the_result(lab: NotebookPage):
    workbench = lab.open_workbench()
    workbench.predict()
    expect(workbench.result_heading).to_be_focused()


def test_every_target_is_large_enough(lab: NotebookPage):
    workbench = lab.open_workbench()
    fill(workbench)
    expect(workbench.button("Save run")).to_be_visible()
    assert small_targets(workbench, SMALLEST_TARGET) == []
