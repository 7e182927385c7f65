"""What of the machine a kernel sees follows from its program and its kernelspec."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbjudge.sandbox import SandboxError
from nbjudge.sandbox.kernels._visible import program_of, visible_of


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a kernel in ~/bin, one in ~/.local and one in a folder of its own."""
    for place in (
        "bin",
        "lib",
        "share",
        ".local/bin",
        ".local/lib",
        ".local/share",
        "julia/bin",
        "julia/share",
        "notes",
    ):
        (tmp_path / place).mkdir(parents=True)
    for place in ("bin", ".local/bin", "julia/bin", "notes"):
        (tmp_path / place / "kernel").touch(mode=0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def _seen(home: Path, program: str, *arguments: str) -> set[str]:
    found = visible_of(home / program, arguments, home / "spec", ())
    return {str(place.relative_to(home)) for place in found if place.is_relative_to(home)}


def test_an_installation_of_its_own_is_seen_with_its_libraries(home: Path):
    assert _seen(home, "julia/bin/kernel") == {"julia/bin/kernel", "julia/bin", "julia/share"}


def test_of_a_home_only_the_program_is_seen(home: Path):
    assert _seen(home, "bin/kernel") == {"bin/kernel"}
    assert _seen(home, "notes/kernel") == {"notes/kernel"}


def test_what_a_user_has_in_share_is_not_seen(home: Path):
    assert _seen(home, ".local/bin/kernel") == {".local/bin/kernel", ".local/bin", ".local/lib"}


def test_a_link_is_seen_with_what_it_leads_to(home: Path):
    (home / "notes" / "link").symlink_to(home / "julia" / "bin" / "kernel")
    assert _seen(home, "notes/link") >= {"notes/link", "julia/bin", "julia/share"}


def test_files_that_the_kernelspec_names_are_seen_and_the_home_never(home: Path):
    (home / "kernel.jl").touch()
    said = [str(home / "kernel.jl"), str(home), "/", "{connection_file}", "--fast"]
    assert _seen(home, "notes/kernel", *said) == {"notes/kernel", "kernel.jl"}


def test_the_kernelspecs_folder_is_seen(home: Path):
    (home / "spec").mkdir()
    assert "spec" in _seen(home, "notes/kernel")


@pytest.mark.parametrize("command", [["no-such-program", "x"], []])
def test_a_program_that_is_nowhere_is_said(command: list[str]):
    with pytest.raises(SandboxError, match="is not installed"):
        program_of(command)
