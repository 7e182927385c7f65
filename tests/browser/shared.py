"""The browser of a room's tests; without one they fail, and say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from .chromium import NoChromiumError, find, running


@contextmanager
def chromium(profile: Path) -> Iterator[BrowserContext]:
    """Start a real Chromium with an empty profile folder; close it at the end."""
    try:
        find()
    except NoChromiumError as problem:
        raise pytest.fail.Exception(str(problem), pytrace=False) from None
    with running(profile) as browser:
        yield browser
