"""Kernels for tests: bash, and a Python that passes for another language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

BASH = {
    "argv": ["python", "-m", "bash_kernel", "-f", "{connection_file}"],
    "display_name": "Bash",
    "language": "bash",
    "env": {"PS1": "$"},
}
ADDER = {
    "argv": ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
    "display_name": "Adder",
    "language": "adder",
}
"""Answers with numbers and on stderr, which bash never does."""

ABSENT = {"argv": ["no-such-program", "{connection_file}"], "display_name": "A", "language": "a"}
BROKEN = {
    "argv": ["python", "-c", "raise SystemExit('a library is missing')", "{connection_file}"],
    "display_name": "B",
    "language": "b",
}

KERNELS: dict[str, dict[str, Any]] = {
    "bash": BASH, "adder": ADDER, "absent": ABSENT, "broken": BROKEN,
}  # fmt: skip


def install_kernels(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Write the kernelspecs into a folder, and have them found, by programs that are started too.

    What Jupyter and IPython keep for a user is kept there too: some users have no home.
    """
    for name in ("JUPYTER_PATH", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        patch.setenv(name, str(folder))
    for name, spec in KERNELS.items():
        place = folder / "kernels" / name
        place.mkdir(parents=True)
        (place / "kernel.json").write_text(json.dumps(spec))


def kernelspec(name: str) -> dict[str, str]:
    """What a notebook says of its kernel."""
    spec = KERNELS[name]
    return {"name": name, "display_name": spec["display_name"], "language": spec["language"]}
