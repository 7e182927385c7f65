"""The browser of a room's tests; without one they fail, and say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from .chromium import NoChromiumError, find, running

SPACINGS = {"machine's": "normal", "narrow": "-0.1em", "wide": "0.4em"}
"""Between letters: these make any font as narrow or as wide as any that a machine may have."""


@contextmanager
def chromium(profile: Path) -> Iterator[BrowserContext]:
    """Start a real Chromium with an empty profile folder; close it at the end."""
    try:
        find()
    except NoChromiumError as problem:
        raise pytest.fail.Exception(str(problem), pytrace=False) from None
    with running(profile) as browser:
        yield browser


def set_spacing(page: Page, spacing: str) -> None:
    """Set the space between letters on a page, as if it had another font."""
    page.add_style_tag(content=f"* {{ letter-spacing: {spacing} !important }}")
