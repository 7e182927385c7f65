"""The command line: one function per verb, nothing else."""

from .. import quick_start  # noqa: F401  # before what it is about is imported
from ._main import main

__all__ = ["main"]
