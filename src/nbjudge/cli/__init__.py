"""The command line: one function per verb, nothing else."""

from ._main import main

__all__ = ["main"]
