"""All of it again as an ordinary user: the walls are then made without root's help."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PACKAGES = [path for path in sys.path if path.endswith("site-packages")]


def python_for_everybody() -> str | None:
    """A Python of the same version that others than root can start; root's own may lie in /root."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (
        os.path.realpath(sys.executable),
        f"/usr/local/bin/{version}",
        f"/usr/bin/{version}",
    ):
        if Path(candidate).exists() and not candidate.startswith("/root"):
            return candidate
    return None


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(os.geteuid() != 0, reason="runs as an ordinary user anyway")
@pytest.mark.parametrize(
    ("mark", "files"),
    [("not slow", [HERE]), ("slow", [*HERE.glob("test_kernel_*.py")])],
    ids=["quick ones", "kernels"],
)
def test_the_whole_room_as_nobody(mark: str, files: list[Path]):
    python = python_for_everybody()
    if python is None or shutil.which("runuser") is None:
        pytest.skip("no Python that another user could start")
    root = Path("/var/tmp") / f"nbjudge-test-{os.getpid()}"
    try:
        root.mkdir(mode=0o755)
        subprocess.run([python, "-m", "venv", "--without-pip", root / "venv"], check=True)
        packages = next((root / "venv" / "lib").glob("python*/site-packages"))
        source = Path(sys.modules["nbjudge"].__file__ or "").parents[1]
        (packages / "all.pth").write_text("\n".join([str(source), *PACKAGES]))
        done = subprocess.run(
            [
                shutil.which("runuser"), "-u", "nobody", "--", root / "venv" / "bin" / "python", "-m", "pytest",
                "-q", "-p", "no:cacheprovider", "-m", mark, "-W", "error", *files,
            ],
            cwd=HERE.parents[1],
            env={"PATH": "/usr/bin:/bin", "HOME": "/", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=800,
        )  # fmt: skip
        print(done.stdout[-3000:])
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
        assert "passed" in done.stdout
    finally:
        shutil.rmtree(root, ignore_errors=True)
