"""Starts the kernel that a notebook of another language runs in: in a sandbox, or plainly."""

from __future__ import annotations

from dataclasses import replace
from logging import CRITICAL, getLogger
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

from jupyter_client.kernelspec import NoSuchKernel
from nbclient.exceptions import DeadKernelError
from nbgrader.preprocessors import Execute
from traitlets import Instance, List, Unicode

from ...sandbox import SandboxError
from ...sandbox.kernels import End, SandboxedKernelManager, Surroundings

_QUIET = getLogger(f"{__name__}.kernels")
"""For jupyter_client, which writes a traceback where we say a sentence."""
_QUIET.setLevel(CRITICAL + 1)


class NotStarted(Exception):
    """The kernel does not start; the text says why."""


class StartKernel(Execute):
    """nbgrader's preprocessor that runs notebooks, with a say in how their kernel starts."""

    km: Any
    kc: Any
    visible = List(
        Unicode(), help="Folders that a kernel may read, beside its own and the system's."
    ).tag(config=True)
    surroundings: Any = Instance(
        Surroundings, allow_none=True, help="The sandbox; None to run on the machine as it is."
    )

    def create_kernel_manager(self) -> Any:
        """Have a manager that starts its kernel in the sandbox; nbclient calls this for each."""
        if self.surroundings is not None:
            self.kernel_manager_class = SandboxedKernelManager
            self.shutdown_kernel = "immediate"  # it has nothing to save
        manager = super().create_kernel_manager()
        manager.log = _QUIET
        if isinstance(manager, SandboxedKernelManager):
            seen = tuple(Path(place).expanduser() for place in self.visible)
            manager.surroundings = replace(self.surroundings, visible=seen)
        return manager

    def start_new_kernel(self, **kwargs: Any) -> None:
        """Start a kernel; what its process itself writes stays off the grader's terminal."""
        try:
            super().start_new_kernel(stdout=DEVNULL, stderr=DEVNULL, **kwargs)
        except (NoSuchKernel, SandboxError, OSError) as error:
            self._cleanup_kernel()
            known = not isinstance(error, NoSuchKernel)
            raise NotStarted(str(error) if known else "it is not installed here") from None

    def start_new_kernel_client(self, **kwargs: Any) -> Any:
        """Wait until a new kernel answers."""
        manager = self.km  # nbclient lets go of it when there is no answer
        try:
            return super().start_new_kernel_client(**kwargs)
        except RuntimeError as error:
            end = end_of(manager)
            told = ": ".join(part for part in (end.how, end.last_words) if part)
            raise NotStarted(f"it {told}" if told else str(error)) from None

    async def _async_check_alive(self) -> None:
        """Raise when the kernel is dead; nbclient asks even after it has let go of the kernel."""
        if self.kc is None:
            raise DeadKernelError("There is no kernel.")
        await super()._async_check_alive()

    def _cleanup_kernel(self) -> None:
        """End the kernel; nbclient itself would stumble where there is none any more."""
        if self.km is not None:
            super()._cleanup_kernel()


def end_of(manager: Any) -> End:
    """Return how a kernel ended; of those outside the sandbox nothing is known."""
    return manager.ending() if isinstance(manager, SandboxedKernelManager) else End()
