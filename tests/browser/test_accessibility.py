"""No meaning is told by colour alone, and axe-core finds nothing to complain about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from .axe import complaints
from .conftest import Opens
from .jupyter_server import JupyterServer
from .notebook_page import NotebookPage
from .workbench_page import LATE_LIMIT, NOT_YET

pytestmark = pytest.mark.slow
LOOKS = {
    "light": ("JupyterLab Light", "none"),
    "dark": ("JupyterLab Dark", "none"),
    "forced-colors": ("JupyterLab Light", "active"),
}


@pytest.fixture(params=LOOKS)
def opens_so(
    request: pytest.FixtureRequest, server: JupyterServer, page: Page, opens: Opens
) -> Iterator[Opens]:
    """Open the lesson in JupyterLab, once in each look."""
    theme, forced = LOOKS[request.param]

    def open_it(**cells: str) -> NotebookPage:
        lab = opens(**cells)
        expect(page.locator("body")).to_have_attribute("data-jp-theme-name", theme)
        return lab

    server.choose_theme(theme)
    page.emulate_media(forced_colors=forced)
    yield open_it
    server.choose_theme(LOOKS["light"][0])


def test_words_say_what_is_future_and_which_rows_are_broken(opens_so: Opens):
    workbench = opens_so().open_workbench()
    workbench.predict()
    says = partial(workbench.weights.get_by_text, exact=True)
    expect(says("future").locator("visible=true")).to_have_count(3)
    expect(says("✗ not 1")).to_have_count(0)
    workbench.broken.check()
    expect(says("✗ not 1").locator("visible=true")).to_have_count(2)
    expect(says("✓ sums to 1").locator("visible=true")).to_have_count(1)


def test_axe_finds_nothing_in_any_state(opens_so: Opens):
    lab = opens_so(memory="wb = Workbench('gone/runs.json')\nwb")
    found = {state: complaints(part) for state, part in states(lab)}
    assert len(found) == 9
    assert found == {state: [] for state in found}


def states(lab: NotebookPage) -> Iterator[tuple[str, Locator]]:
    """Bring the lesson from one state to the next; name each and the part that has changed."""
    workbench = lab.open_workbench()
    yield "before the prediction", workbench.root
    workbench.fill_in()
    yield "the prediction is written", workbench.root
    workbench.predict()
    yield "the weights are shown", workbench.root
    workbench.save_pair()
    workbench.unfold_all()
    yield "two runs, one of them broken, all unfolded", workbench.root
    workbench.value("key", 2).fill("")
    yield "a value is missing", workbench.root
    workbench.value("key", 2).fill("2")
    workbench.causal_mask.uncheck()
    yield "no mask", workbench.root
    lab.run("evidence")
    yield "the evidence", lab.output("evidence").first
    lab.run("memory")
    lab.workbench("memory").predict()
    yield "in memory only", lab.workbench("memory").root
    lab.restart_kernel()
    workbench.button("Save run").click()
    expect(workbench.status).to_contain_text(NOT_YET, timeout=LATE_LIMIT)
    yield "Python does not answer", workbench.root
