"""Finds a Chromium for the browser tests; ``python -m tests.browser.chromium`` gets one."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, ViewportSize, sync_playwright

VARIABLE = "CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = (
    "--no-sandbox",  # root, and containers without user namespaces, have no other choice
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TALL: ViewportSize = {"width": 1200, "height": 1600}  # the whole workbench is on the screen
ASK = """from playwright.sync_api import sync_playwright
with sync_playwright() as playwright: print(playwright.chromium.executable_path)"""
MISSING = (
    "The browser tests need Chromium or Chrome, and none was found. Install one (on Debian: "
    f"apt install chromium), or set {VARIABLE} to the path of its program."
)


class NoChromiumError(Exception):
    """There is no browser to test with; the message says what to do."""


def find() -> Path:
    """Return the program: the one that the variable names, on PATH, or Playwright's own.

    Raises
    ------
    NoChromiumError
        If there is none, or the variable names a file that is not there.
    """
    if named := os.environ.get(VARIABLE):
        if Path(named).is_file():
            return Path(named)
        raise NoChromiumError(f"{VARIABLE} is set to {named}, which is not a file. Correct it.")
    found = next(_candidates(), None)
    if found is None:
        raise NoChromiumError(MISSING)
    return found


def get() -> Path:
    """Return the program; where there is none, install Debian's, or else Playwright's."""
    for install in (_install_with_apt, _install_with_playwright):
        with contextlib.suppress(NoChromiumError):
            return find()
        install()
    return find()


@contextmanager
def running(profile: Path) -> Iterator[BrowserContext]:
    """Start the browser without a window, with an empty profile folder; close it at the end."""
    program = find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch_persistent_context(
            profile, executable_path=program, headless=True, args=FLAGS, viewport=TALL
        )
        browser.grant_permissions(["clipboard-read", "clipboard-write"])
        yield browser
        browser.close()


def _candidates() -> Iterator[Path]:
    yield from (Path(path) for path in map(shutil.which, NAMES) if path)
    own = _own()
    if own.is_file():
        yield own


def _own() -> Path:
    """Return where ``playwright install chromium`` puts the browser, whether it has or not."""
    # in a process of its own: Playwright refuses to be started twice in one
    found = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True)
    return Path(found.stdout.strip())


def _install_with_apt() -> None:
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    # without a font the pages would be full of empty boxes, or have no text width at all
    packages = ("chromium", "fonts-dejavu-core")
    for words in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        subprocess.run([apt, "--quiet", "--quiet", *words], env=quiet, check=False)


def _install_with_playwright() -> None:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


if __name__ == "__main__":
    try:
        print(f"The browser tests use {get()}.")
    except NoChromiumError as problem:
        sys.exit(str(problem))
