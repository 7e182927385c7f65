"""In a real browser: readable on a phone, in the dark and on paper; nothing is loaded or run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

from tests.browser.shared import SPACINGS, chromium, set_spacing

from .conftest import COMMENTED, LESSON, ORDINARY, Pages

pytestmark = pytest.mark.slow
SHOWN = [
    (COMMENTED, LESSON),
    ("forged-record", LESSON),
    ("truncated-notebook", LESSON),
    ("kim", ORDINARY),
]
PHONE = {"width": 320, "height": 640}
DESK = {"width": 1280, "height": 900}
STICKING_OUT = """[...document.querySelectorAll('body *')]
  .filter(e => e.getBoundingClientRect().right > innerWidth)
  .filter(e => !e.parentElement.closest('.wide, math'))
  .map(e => e.outerHTML.slice(0, 200))"""
RULES = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations", "passes"]}


@pytest.fixture(scope="module")  # not longer: its event loop would be in others' way
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A real Chromium."""
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(params=SHOWN, ids=lambda shown: shown[0])
def tab(request: pytest.FixtureRequest, browser: BrowserContext, pages: Pages) -> Iterator[Page]:
    """A page, opened from disk; at the end it has asked for nothing and complained of nothing."""
    page = browser.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(pages.path(*request.param).as_uri())
    yield page
    page.close()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert said == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(tab: Page, size, scheme: str):
    tab.set_viewport_size(size)
    tab.emulate_media(color_scheme=scheme)
    assert complaints(tab) == []


def complaints(tab: Page) -> list[str]:
    """Return what axe finds."""
    found = Axe().run(tab, None, RULES).response
    assert "color-contrast" in [rule["id"] for rule in found["passes"]]
    return [
        f"{rule['id']} at {node['html'][:100]}: {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("spacing", SPACINGS.values(), ids=SPACINGS)
def test_a_phone_need_not_scroll_sideways_in_any_font(tab: Page, spacing: str):
    tab.set_viewport_size(PHONE)
    set_spacing(tab, spacing)
    assert sticking_out(tab) == []
    assert complaints(tab) == []  # what scrolls by itself can be scrolled by keys


def sticking_out(tab: Page) -> list[str]:
    """Return what makes the page wider than the screen, apart from what scrolls by itself."""
    wide = tab.evaluate("document.documentElement.scrollWidth > innerWidth")
    found: list[str] = tab.evaluate(STICKING_OUT)
    return found or ["the page"] * wide


def test_dark_is_dark_and_paper_is_light(tab: Page):
    background = "getComputedStyle(document.body).backgroundColor"
    tab.emulate_media(color_scheme="dark")
    dark = tab.evaluate(background)
    tab.emulate_media(color_scheme="dark", media="print")
    assert (dark, tab.evaluate(background)) == ("rgb(21, 25, 29)", "rgb(255, 255, 255)")


def test_links_inside_the_page_lead_somewhere(tab: Page):
    lost = tab.evaluate(
        "[...document.querySelectorAll('a[href^=\"#\"]')]"
        ".filter(a => !document.getElementById(a.getAttribute('href').slice(1)))"
        ".map(a => a.outerHTML)"
    )
    assert lost == []
