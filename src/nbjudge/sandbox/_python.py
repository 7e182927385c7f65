"""The command and the environment of the first process that runs inside."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from . import _bubblewrap, _visible

_ENVIRONMENT = {
    "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
    "USER": "student",
    "LOGNAME": "student",
    "LANG": "C.UTF-8",
    "NBGRADER_EXECUTION": "autograde",  # by which a notebook may know that it is being graded
    "PIP_NO_INDEX": "1",  # there is no network: an installation fails at once
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "MALLOC_ARENA_MAX": "2",  # each arena takes 64 MiB of the address space that is limited
    # threads do not survive a fork, and submissions share the cores
    **dict.fromkeys(
        (
            "OPENBLAS_NUM_THREADS",
            "OMP_NUM_THREADS",
            "MKL_NUM_THREADS",
            "NUMEXPR_NUM_THREADS",
            "VECLIB_MAXIMUM_THREADS",
        ),
        "1",
    ),
}


def temporary(*, confined: bool, visible: tuple[Path, ...]) -> str:
    """Return the folder for temporary files, as it is called inside."""
    return _visible.temporary(visible) if confined else tempfile.gettempdir()


def environment_in(place: str) -> dict[str, str]:
    """Return the environment inside, with the folder for temporary files as home."""
    return _ENVIRONMENT | dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR", "IPYTHONDIR"), place)


def start(
    descriptor: int,
    errors: IO[bytes],
    *,
    confined: bool,
    visible: tuple[Path, ...],
    runs: str = "zygote",
    more: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a Python that runs a module of ours; it speaks through a descriptor.

    Isolated from the grader's environment and settings: what it may import is said on its command
    line.
    """
    environment = environment_in(temporary(confined=confined, visible=visible)) | dict(more or {})
    program = _program(descriptor, confined, runs)
    command = [sys.executable, "-I", "-X", "utf8", "-c", program]
    if confined:
        return _bubblewrap.start(
            command,
            environment=environment,
            descriptors=(descriptor,),
            errors=errors,
            also=visible,
        )
    return subprocess.Popen(
        command,
        env=environment,
        pass_fds=(descriptor,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=True,
    )


def _program(descriptor: int, confined: bool, runs: str) -> str:
    code = _visible.CODE if confined else str(_visible.code().parent)
    packages = list(map(str, _visible.packages()))
    return (
        f"import sys; sys.path.insert(0, {code!r}); "
        f"sys.path += [place for place in {packages!r} if place not in sys.path]; "
        f"from nbjudge.sandbox.inside.{runs} import main; main({descriptor})"
    )
