"""Where the browser comes from, and what is said when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import chromium
from .chromium import NoChromiumError

APT = """#!/bin/sh
echo "$@" >> {log}
: > {program}
/bin/chmod +x {program}
"""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any browser; returns the folder that is its PATH."""
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    return tmp_path


def program(path: Path) -> Path:
    path.touch(mode=0o755)
    return path


def test_the_variable_comes_first(bare: Path, monkeypatch: pytest.MonkeyPatch):
    program(bare / "chromium")
    monkeypatch.setenv(chromium.VARIABLE, str(program(bare / "mine")))
    assert chromium.find() == bare / "mine"


def test_a_variable_that_names_no_file_is_an_error(bare: Path, monkeypatch: pytest.MonkeyPatch):
    program(bare / "chromium")
    monkeypatch.setenv(chromium.VARIABLE, "/no/such/browser")
    with pytest.raises(NoChromiumError, match="CHROMIUM is set to /no/such/browser"):
        chromium.find()


@pytest.mark.parametrize("name", ["chromium", "google-chrome"])
def test_a_browser_on_the_path_is_found(bare: Path, name: str):
    there = program(bare / name)
    assert chromium.find() == there


def test_a_browser_of_playwright_is_found(bare: Path, monkeypatch: pytest.MonkeyPatch):
    own = program(bare / "own")
    monkeypatch.setattr(chromium, "_own", lambda: own)
    assert chromium.find() == own


def test_without_a_browser_the_error_says_what_to_install(bare: Path):
    with pytest.raises(NoChromiumError, match="apt install chromium"):
        chromium.find()


def test_getting_one_tries_apt_and_then_playwright(bare: Path, monkeypatch: pytest.MonkeyPatch):
    tried: list[str] = []
    monkeypatch.setattr(chromium, "_install_with_apt", lambda: tried.append("apt"))
    monkeypatch.setattr(chromium, "_install_with_playwright", lambda: tried.append("playwright"))
    with pytest.raises(NoChromiumError, match="none was found"):
        chromium.get()
    assert tried == ["apt", "playwright"]


def test_root_on_debian_gets_it_with_apt(bare: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 0)
    apt = program(bare / "apt-get")
    apt.write_text(APT.format(log=bare / "log", program=bare / "chromium"))
    assert chromium.get() == bare / "chromium"
    update, install = (bare / "log").read_text().splitlines()
    assert "update" in update
    assert "install --yes --no-install-recommends chromium" in install
