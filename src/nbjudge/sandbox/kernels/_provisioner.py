"""Starts a kernel in a sandbox where jupyter_client would start it on the machine."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from string import Template
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.manager import KernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from .. import _python
from ..inside.relay import ADDRESS
from ._process import PORTS, KernelProcess, Order
from ._surroundings import Surroundings
from ._visible import program_of, visible_of

CHANNELS = ("shell_port", "iopub_port", "stdin_port", "hb_port", "control_port")


class SandboxProvisioner(LocalProvisioner):
    """Starts, signals and ends one kernel in bubblewrap.

    The kernel manager calls `pre_launch` and `launch_kernel` when it starts a kernel, `send_signal`
    when it interrupts one, `kill` or `terminate` and then `cleanup` when it shuts one down. To the
    manager the kernel is reached by local sockets in a folder that only we can enter.
    """

    surroundings = Surroundings()
    kernel: KernelProcess | None = None
    folder: Path | None = None

    @property
    def manager(self) -> KernelManager:
        """Who has created us."""
        assert isinstance(self.parent, KernelManager)
        return self.parent

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Have the manager use sockets in a folder of ours."""
        if self.folder is None:  # not so on restarts
            # not below TMPDIR: the path of a socket may have 107 characters
            self.folder = Path(tempfile.mkdtemp(prefix="nbjudge-kernel-", dir="/tmp"))
        self.manager.transport = "ipc"
        self.manager.ip = str(self.folder / "door")
        self.manager.connection_file = str(self.folder / "connection.json")
        return await super().pre_launch(**kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Start the kernel; the environment and the folder of the grader are kept from it.

        Raises
        ------
        SandboxError
            When it cannot be started.
        """
        program, outside = program_of(cmd), self.manager.connection_file
        around = self.surroundings
        words = [word for word in cmd[1:] if outside not in word]  # that file is not to be seen
        seen = visible_of(program, words, Path(self.kernel_spec.resource_dir), around.visible)
        place = _python.temporary(confined=True, visible=seen)
        inside = str(Path(place, "kernel-connection.json"))
        with ExitStack() as doors:
            self.kernel = KernelProcess(
                Order(
                    _command(program, cmd, outside, inside),
                    self._environment(program, place),
                    (inside, self._connection()),
                ),
                [doors.enter_context(door) for door in self._doors()],
                Surroundings(around.limits, around.files, seen),
            )
        self.process = self.kernel.program
        self.pid = self.process.pid
        return self.connection_info

    async def send_signal(self, signum: int) -> None:
        """Pass a signal on to the kernel; those that end it end everything."""
        if self.kernel is None:
            return
        if signum in {signal.SIGKILL, signal.SIGTERM}:
            self.kernel.end()
        else:
            self.kernel.signal(signum)

    async def kill(self, restart: bool = False) -> None:
        """End the kernel with all that it has started."""
        await self.send_signal(signal.SIGKILL)

    async def terminate(self, restart: bool = False) -> None:
        """End the kernel with all that it has started: it has nothing to save."""
        await self.send_signal(signal.SIGKILL)

    async def cleanup(self, restart: bool = False) -> None:
        """Leave nothing behind."""
        await self.kill()
        if self.folder is not None and not restart:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = None

    def _environment(self, program: Path, place: str) -> dict[str, str]:
        usual = _python.environment_in(place)
        wanted = {
            name: Template(value).safe_substitute(os.environ)
            for name, value in self.kernel_spec.env.items()
        }
        return usual | {"PATH": f"{program.parent}:{usual['PATH']}"} | wanted

    def _connection(self) -> str:
        """Return the connection file's text, as it holds inside."""
        known = json.loads(Path(self.manager.connection_file).read_text("utf-8"))
        ports = dict(zip(CHANNELS, PORTS, strict=True))
        return json.dumps(known | {"transport": "tcp", "ip": ADDRESS} | ports)

    def _doors(self) -> Iterator[socket.socket]:
        ports: dict[str, Any] = dict(self.connection_info)
        for channel in CHANNELS:
            path = Path(f"{self.manager.ip}-{ports[channel]}")
            path.unlink(missing_ok=True)
            door = socket.socket(socket.AF_UNIX)
            door.bind(str(path))
            door.listen()
            yield door


def _command(program: Path, words: list[str], outside: str, inside: str) -> list[str]:
    """Return the command as it holds inside, where the connection file has another path."""
    rest = [word.replace(outside, inside) for word in words[1:]]
    if program.samefile(sys.executable):
        rest = ["-P", *rest]  # or a student's json.py would be the kernel's
    return [str(program), *rest]
