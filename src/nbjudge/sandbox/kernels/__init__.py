"""Kernels of other languages than Python, each in a sandbox of its own.

Not imported by `nbjudge.sandbox` itself, which does without jupyter_client. The walls are those of
a Python submission, built by the same code; what differs is told in `Terms.foreign`. There are no
kept states: a kernel that is lost is started again, by whoever runs the notebook.
"""

from ._manager import SandboxedKernelManager
from ._process import End
from ._surroundings import PROCESSES, Surroundings

__all__ = ["PROCESSES", "End", "SandboxedKernelManager", "Surroundings"]
