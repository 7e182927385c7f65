import subprocess
import sys

import pytest


@pytest.fixture
def run_python():
    """Run a few lines in a Python of their own."""

    def run(lines):
        done = subprocess.run(
            [sys.executable, "-c", lines], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr

    return run
