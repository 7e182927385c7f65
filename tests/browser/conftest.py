"""One server and one browser for all tests of this room; a fresh folder and tab for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .jupyter_server import JupyterServer, serving
from .lesson_copy import RELEASED, copy_lesson
from .notebook_page import FRONT_ENDS, NotebookPage
from .shared import chromium

WIDGET = "blob:"  # where anywidget loads a widget's module from: marks errors that are ours
PATIENCE = 15_000.0  # milliseconds; what takes 50 of them takes seconds on a crowded machine

Opens = Callable[..., NotebookPage]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterServer]:
    """A real Jupyter server above the folders of all tests."""
    with serving(tmp_path_factory.getbasetemp(), tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture(scope="package")  # not longer: Playwright's event loop would be in others' way
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A real Chromium, shared so that it loads the front ends once."""
    expect.set_options(timeout=PATIENCE)
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def page(browser: BrowserContext, server: JupyterServer, tmp_path: Path) -> Iterator[Page]:
    """An empty tab; afterwards a picture of how it looked, and no kernel is left.

    The workbench must neither raise errors of its own, nor load anything from elsewhere.
    """
    page = browser.new_page()
    errors: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    page.on("request", lambda request: requests.append(request.url))
    yield page
    page.screenshot(path=tmp_path / "last.png")
    page.close()
    server.stop_kernels()
    assert [error for error in errors if WIDGET in error] == []
    assert [url for url in requests if not url.startswith((server.url, "blob:", "data:"))] == []


@pytest.fixture
def opens(page: Page, server: JupyterServer, tmp_path: Path) -> Opens:
    """Open a fresh copy of what students get, with further code cells at its end: id=source."""

    def open_it(
        front_end: str = "jupyterlab",
        *,
        released: Path = RELEASED,
        name: str = "lesson",
        **cells: str,
    ) -> NotebookPage:
        path = copy_lesson(released, tmp_path / name, cells)
        return NotebookPage(page, server, path, front_end)

    return open_it


@pytest.fixture(params=FRONT_ENDS)
def everywhere(request: pytest.FixtureRequest, opens: Opens) -> NotebookPage:
    """The lesson's notebook, once in each front end."""
    return opens(request.param)


@pytest.fixture
def lab(opens: Opens) -> NotebookPage:
    """The lesson's notebook in JupyterLab."""
    return opens()
