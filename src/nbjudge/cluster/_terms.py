"""What a worker has to be like."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.metadata import version

from jupyter_client.kernelspec import KernelSpecManager

from ..sandbox import why_not


@dataclass(frozen=True)
class Terms:
    """The coordinator's versions, and what the assignment needs.

    Parameters
    ----------
    kernels : tuple of str
        Kernels of other languages than Python.
    engine : str
        nbjudge's version.
    python : str
        Python's minor version: what a test says may differ between two of them.
    """

    kernels: tuple[str, ...] = ()
    engine: str = version("nbjudge")
    python: str = ".".join(map(str, sys.version_info[:2]))

    def missed_by(self, engine: str | None, python: str) -> str | None:
        """Return what is wrong with a worker's versions."""
        if engine is None:
            return f"has no nbjudge; here it is {self.engine}"
        if engine != self.engine:
            return f"has nbjudge {engine}; here it is {self.engine}"
        if python != self.python:
            return f"has Python {python}; here it is {self.python}"
        return None


def unfit(terms: Terms) -> str | None:
    """Return why this machine cannot mark; run by a worker."""
    here = Terms()
    reason = terms.missed_by(here.engine, here.python)
    if reason is None and (walls := why_not()) is not None:
        reason = f"cannot shut student code in: {walls}"
    if reason is None and terms.kernels:
        missing = set(terms.kernels) - KernelSpecManager().find_kernel_specs().keys()
        if missing:
            reason = f"has no kernel {', '.join(sorted(missing))}"
    return reason
