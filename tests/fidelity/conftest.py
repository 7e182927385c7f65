"""The same courses, graded by stock nbgrader and by ours, each in a process of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import nbgrader
import pytest

NBGRADER = Path(nbgrader.__file__).parent
PROGRAM = Path(__file__).with_name("grade_course.py")

CONFIG = {
    "stock": "c = get_config()\nc.Execute.timeout = 8\n",
    "ours": "from nbjudge import configure\nc = get_config()\nc.Execute.timeout = 8\nconfigure(c)\n",
}

Scores = Mapping[str, Mapping[str, Any]]


@pytest.fixture(scope="session")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, str], Scores]:
    """Grade a copy of a course folder by ``stock`` or ``ours``; return scores by hand-in and cell."""

    def grade(course: Path, grader: str) -> Scores:
        folder = tmp_path_factory.mktemp(grader) / "course"
        shutil.copytree(course, folder)
        (folder / "nbgrader_config.py").write_text(CONFIG[grader])
        command = [sys.executable, str(PROGRAM), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=550)
        assert done.returncode == 0, done.stderr
        scores: Scores = json.loads(done.stdout.splitlines()[-1])
        return scores

    return grade
