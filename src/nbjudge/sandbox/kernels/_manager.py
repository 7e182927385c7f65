"""The kernel manager that starts kernels in a sandbox, whatever their kernelspecs say."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from jupyter_client.manager import AsyncKernelManager

from ._process import End
from ._provisioner import SandboxProvisioner
from ._surroundings import Surroundings


class SandboxedKernelManager(AsyncKernelManager):
    """Gives each kernel our provisioner; neither a kernelspec nor a setting can name another."""

    surroundings = Surroundings()

    async def start_kernel(self, **kw: Any) -> None:  # type: ignore[override]  # as its base is
        """Start a kernel in the surroundings that are set by then."""
        if not isinstance(self.provisioner, SandboxProvisioner):
            self.kernel_id = self.kernel_id or str(uuid4())
            self.provisioner = SandboxProvisioner(
                kernel_id=self.kernel_id, kernel_spec=self.kernel_spec, parent=self
            )
        self.provisioner.surroundings = self.surroundings
        await super().start_kernel(**kw)

    def ending(self) -> End:
        """Return how the kernel ended, as far as known."""
        known = self.provisioner
        kernel = known.kernel if isinstance(known, SandboxProvisioner) else None
        return kernel.ending() if kernel else End()
