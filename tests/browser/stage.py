"""JupyterLab with the lesson open, for what is no test: the benchmark and the pictures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from .chromium import running
from .jupyter_server import serving
from .lesson_copy import RELEASED, copy_lesson
from .notebook_page import NotebookPage

PATIENCE = 30_000.0  # milliseconds


@contextmanager
def lesson_in_lab() -> Iterator[NotebookPage]:
    """Open a copy of the released lesson; nothing of it is left at the end."""
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory(prefix="workbench-") as name:
        home, root = Path(name) / "home", Path(name) / "root"
        root.mkdir()
        with serving(root, home) as server, running(home / "profile") as browser:
            path = copy_lesson(RELEASED, root / "07-self-attention", {})
            yield NotebookPage(browser.new_page(), server, path)
