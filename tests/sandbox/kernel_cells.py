"""A kernel in the sandbox, and what tests ask of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from sandbox_cells import SMALL

from nbjudge.sandbox.kernels import PROCESSES, End, SandboxedKernelManager, Surroundings

SURROUNDINGS = Surroundings(
    replace(SMALL, processes=PROCESSES),
    files={"notes.txt": b"a line\n", "folder/more.txt": b"", "json.py": b"raise SystemError"},
)


class Said(NamedTuple):
    """How a cell ended, and what it wrote."""

    ending: str
    text: str


class Kernel:
    """A kernel that has been started."""

    def __init__(self, name: str = "bash", surroundings: Surroundings = SURROUNDINGS) -> None:
        self._runner = asyncio.Runner()
        self.manager = SandboxedKernelManager(kernel_name=name)
        self.manager.surroundings = surroundings
        try:
            self._runner.run(self._start())
        except BaseException:
            self.close()
            raise

    async def _start(self) -> None:
        await self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels()
        await self.client.wait_for_ready(timeout=60)

    def run(self, source: str, seconds: float = 30) -> Said:
        """Run a cell; one that does not end is interrupted."""
        return self._runner.run(self._run(source, seconds))

    async def _run(self, source: str, seconds: float) -> Said:
        texts: list[str] = []

        def take(message: dict[str, Any]) -> None:
            texts.append(message["content"].get("text", ""))

        cell = asyncio.ensure_future(
            self.client.execute_interactive(source, output_hook=take, allow_stdin=False)
        )
        for _ in range(int(seconds * 20)):
            await asyncio.wait([cell], timeout=0.05)
            if cell.done():
                return Said(cell.result()["content"]["status"], "".join(texts))
            if not await self.manager.is_alive():
                cell.cancel()
                return Said("died", "".join(texts))
        await self.manager.interrupt_kernel()
        reply = await asyncio.wait_for(cell, 10)
        return Said(f"interrupted {reply['content']['status']}", "".join(texts))

    @property
    def doors(self) -> Path:
        """The folder with the sockets by which the kernel is reached."""
        return Path(self.manager.ip).parent

    @property
    def processes(self) -> list[int]:
        """The numbers that the machine has for the kernel's processes, bubblewrap's first."""
        return self.manager.provisioner.kernel._process.tree()

    def end(self) -> End:
        """How the kernel ended."""
        return self.manager.ending()

    def close(self) -> None:
        """End it, and leave nothing behind."""
        self._runner.run(self._close())
        self._runner.close()

    async def _close(self) -> None:
        if self.manager.has_kernel:
            await self.manager.shutdown_kernel(now=True)
        await self.manager.cleanup_resources()
        if hasattr(self, "client"):
            self.client.stop_channels()
        self.manager.context.destroy(linger=0)
