"""One real Jupyter server for all browser tests: on loopback, with an empty home of its own."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

START_LIMIT = 90.0  # seconds; a cold start on two busy cores takes some ten
STOP_LIMIT = 15.0
FORGOTTEN = 900  # seconds without a sign of life: the tests were killed, so end as well
TRAITS = {
    "ServerApp": {
        "ip": "127.0.0.1",
        "port": 0,
        "open_browser": False,
        "allow_root": True,
        "shutdown_no_activity_timeout": FORGOTTEN,
    },
    "MappingKernelManager": {"cull_idle_timeout": FORGOTTEN},
    "LabApp": {
        "expose_app_in_browser": True,  # tests ask the application itself which cell is selected
        "check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "extension_manager": "readonly",
    },
    "JupyterNotebookApp": {"expose_app_in_browser": True},
}


class ServerError(Exception):
    """The server did not start or did not do as told; the message says where its log is."""


@dataclass(frozen=True)
class JupyterServer:
    """A running server.

    Attributes
    ----------
    url : str
        Where it listens, without a slash at the end.
    root : Path
        The folder that it serves.
    token : str
        Lets a browser in, as ``?token=…``.
    config : Path
        Its configuration folder, in which the settings of the front ends are kept.
    """

    url: str
    root: Path
    token: str
    config: Path

    def kernels(self) -> list[str]:
        """Return the ids of all running kernels."""
        return [kernel["id"] for kernel in self._ask("GET", "/api/kernels")]

    def stop_kernels(self) -> None:
        """End every kernel, as a server does that runs short of memory."""
        for kernel in self.kernels():
            self._ask("DELETE", f"/api/kernels/{kernel}")
        wait_until(lambda: not self.kernels(), "all kernels have ended", STOP_LIMIT)

    def choose_theme(self, name: str) -> None:
        """Let pages that are opened from now on use this theme."""
        write_setting(self.config, "themes", {"theme": name})

    def _ask(self, method: str, path: str) -> Any:
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(self.url + path, method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            content = answer.read()
        return json.loads(content) if content else None


def write_setting(config: Path, plugin: str, values: dict[str, str]) -> None:
    """Set what a person could set in the front ends' settings editor."""
    folder = config / "lab/user-settings/@jupyterlab/apputils-extension"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{plugin}.jupyterlab-settings").write_text(json.dumps(values))


def wait_until(holds: Callable[[], object], what: str, limit: float) -> None:
    """Wait for a condition outside the browser.

    Raises
    ------
    ServerError
        If it does not hold within `limit` seconds.
    """
    end = time.monotonic() + limit
    while not holds():
        if time.monotonic() > end:
            raise ServerError(f"Waited {limit:g} seconds in vain until {what}.")
        time.sleep(0.05)


@contextmanager
def serving(root: Path, home: Path) -> Iterator[JupyterServer]:
    """Start a server for `root` on a free port; end it, and its kernels, at the end."""
    config, token = home / "config", secrets.token_hex(16)
    config.mkdir(parents=True)
    own = {"ServerApp": TRAITS["ServerApp"] | {"root_dir": str(root)}}
    traits = TRAITS | own | {"IdentityProvider": {"token": token}}
    (config / "jupyter_server_config.json").write_text(json.dumps(traits))
    write_setting(config, "notification", {"fetchNews": "false"})  # it would ask, above the page
    log = home / "server.log"
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab"],
            env=_environment(home),
            cwd=root,
            stdout=file,
            stderr=file,
        )
    try:
        yield JupyterServer(_url(process, home, log), root, token, config)
    finally:
        _end(process)


def _environment(home: Path) -> dict[str, str]:
    """Keep the tester's own settings out, and the server's files inside its home."""
    kept = {name: value for name, value in os.environ.items() if "JUPYTER" not in name}
    folders = {"CONFIG": "config", "DATA": "data", "RUNTIME": "run"}
    own = {f"JUPYTER_{name}_DIR": str(home / folder) for name, folder in folders.items()}
    return kept | own | {"HOME": str(home), "IPYTHONDIR": str(home / "ipython")}


def _url(process: subprocess.Popen[bytes], home: Path, log: Path) -> str:
    """Read where the server listens from the file that it writes once it does."""
    info = home / "run" / f"jpserver-{process.pid}.json"

    def answers() -> bool:
        if process.poll() is not None:
            raise ServerError(f"JupyterLab ended at once. Its last words are in {log}.")
        try:
            url = json.loads(info.read_text())["url"]
            urllib.request.urlopen(url + "login", timeout=5).close()
        except (OSError, ValueError, urllib.error.URLError):
            return False
        return True

    wait_until(answers, f"JupyterLab answers; its log is {log}", START_LIMIT)
    return str(json.loads(info.read_text())["url"]).rstrip("/")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
