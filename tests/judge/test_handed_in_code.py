"""A test that would run what was handed in does not run it in the judge's own process."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbjudge.judge import Cell, Judge, Lesson
from nbjudge.sandbox import CellRun, Ending

pytestmark = pytest.mark.slow
SCRIPT = "from pathlib import Path\nPath('ran').touch()\nvalue = 1\n"

WAYS = {
    "a program": "import subprocess, sys\nsubprocess.run([sys.executable, 'work.py'])",
    "a shell": "import os\nos.system('python3 work.py')",
    "another program in our place": "import os, sys\nos.execv(sys.executable, ['x', 'work.py'])",
    "an import": "import sys\nsys.path.insert(0, '.')\nimport work",
    "an import of bytecode": "import sys\nsys.path.insert(0, '.')\nimport bare",
    "a script": "import runpy\nrunpy.run_path('work.py')",
    "text with its name": "exec(compile(open('work.py').read(), 'work.py', 'exec'))",
    "pytest": "import pytest\nassert pytest.main(['-q', '-p', 'no:cacheprovider', '.']) == 0",
}


def graded(judge: Judge, folder: Path, test: str, *own: str) -> CellRun:
    _, run = judge.judge([Cell("x = 1"), Cell(test, "t")], Lesson((), (), own), folder, {})
    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    import py_compile

    (tmp_path / "work.py").write_text(SCRIPT)
    (tmp_path / "conftest.py").write_text(SCRIPT)
    (tmp_path / "bare.src").write_text(SCRIPT)
    py_compile.compile(str(tmp_path / "bare.src"), str(tmp_path / "bare.pyc"), "elsewhere.py")
    return tmp_path


@pytest.mark.parametrize("test", WAYS.values(), ids=WAYS)
def test_no_way_runs_it(judge: Judge, folder: Path, test: str):
    run = graded(judge, folder, test)
    assert not (folder / "ran").exists()
    assert run.ending is Ending.ERROR


@pytest.mark.parametrize("way", ["a program", "an import", "a script"])
def test_the_test_is_told_what_to_do(judge: Judge, folder: Path, way: str):
    run = graded(judge, folder, WAYS[way])
    assert "nbjudge-inside" in run.outputs[-1]["evalue"]


def test_the_instructors_own_file_is_run(judge: Judge, folder: Path):
    test = "import runpy\nassert runpy.run_path('work.py')['value'] == 1"
    assert graded(judge, folder, test, "work.py").ending is Ending.OK
    assert (folder / "ran").exists()


def test_what_was_handed_in_can_be_read(judge: Judge, folder: Path):
    test = "import ast\nassert ast.parse(open('work.py').read(), 'work.py').body"
    assert graded(judge, folder, test).ending is Ending.OK
