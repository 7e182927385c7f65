"""What the student's process can see holds nothing that would help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import Course
from nbjudge.verdict import Status
from tests.field.grading import grade
from tests.field.hand_ins import LESSON, Case

LOOK = """
def look(text, where):
    if isinstance(text, bytes):
        text = text.decode("latin-1")
    marks = [word[::-1] for word in ("STSET NEDDIH NIGEB", ")31(gnr_tluafed", "3 tamrof etiLQS")]
    if any(mark in text for mark in marks):
        print("FOU" + "ND", where)
"""
"""Prints a word when a text has what only hidden tests or gradebooks have; the marks stand backwards,
so that the search does not find itself."""

LOOKS = {
    "input history": "look(repr(In) + repr(globals()), 'In')\nlook(repr(list(get_ipython().history_manager.get_range())), 'history')",
    "frames": "import sys\nframe = sys._getframe()\nwhile frame:\n    look(repr(frame.f_locals), 'frame'); frame = frame.f_back\nlook(repr(sys._current_frames()), 'frames')",
    "gc": "import gc\nfor each in gc.get_objects():\n    if type(each) in (str, bytes, dict, list, tuple):\n        try: look(repr(each)[:100_000], 'gc')\n        except Exception: pass",
    "files": "import os\nfor top in ('/', '/proc/self/cwd', os.getcwd()):\n    for folder, _, files in os.walk(top):\n        if folder.startswith(('/proc', '/sys', '/usr', '/lib')) or 'site-packages' in folder: continue\n        for name in files:\n            if name.endswith(('.ipynb', '.db', '.toml', '.csv', '.json')):\n                try: look(open(os.path.join(folder, name), 'rb').read(2_000_000), name)\n                except OSError: pass",
    "course": "import os\nfor place in PLACES:\n    for act in (os.listdir, os.stat, open):\n        try: print('FOU' + 'ND', act(place))\n        except OSError: pass",
    "memory of others": "import os\nfor pid in filter(str.isdigit, os.listdir('/proc')):\n    for name in ('mem', 'environ', 'cmdline', 'maps', 'root', 'cwd/..', 'fd'):\n        if int(pid) != os.getpid():\n            try:\n                path = f'/proc/{pid}/{name}'\n                look(open(path, 'rb').read(100_000), path)\n            except OSError: pass",
    "environment": "import os\nfor key, value in os.environ.items():\n    if key != 'NBGRADER_EXECUTION' and any(word in (key + value).lower() for word in ('nbgrader', 'gradebook', 'token', 'secret', 'submitted')): print('FOU' + 'ND', key)",
    "descriptors": "import os\nfor number in range(3, 256):\n    try: look(os.pread(number, 100_000, 0), number)\n    except OSError: pass",
    "network": "import socket, urllib.request\nfor family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):\n    try: socket.socket(family); print('FOU' + 'ND', family)\n    except OSError: pass\ntry: urllib.request.urlopen('http://127.0.0.1:9', timeout=1); print('FOU' + 'ND')\nexcept OSError: pass",
}
WRITES = """
import os
for place in PLACES:
    for path in (place, place + "/planted", place + "/gradebook.db", place + "/planted.pth"):
        try:
            open(path, "ab").write(b"planted"); print("FOU" + "ND", path)
        except OSError: pass
        try:
            os.unlink(path); print("FOU" + "ND", path)
        except OSError: pass
"""
CASES = [
    Case(
        f"looks into {name}",
        own=(LOOK, "PLACES = ['/nowhere']", source),
        status=(Status.GRADED, Status.PARTLY_RUN),
    )
    for name, source in LOOKS.items()
]


def _shown(course: Course, case: Case) -> str:
    path = course.root / "autograded" / case.student / LESSON / "self-attention.ipynb"
    return path.read_text("utf-8")


def _places(course: Course) -> list[str]:
    package = Path(__file__).parents[2]
    names = (
        "",
        "gradebook.db",
        "source",
        "grading",
        "submitted",
        "autograded",
        "nbgrader_config.py",
    )
    return [str(course.root / name) for name in names] + [str(package / "src")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_is_found(case: Case, field: Course, hold: Callable[[Case], object]):
    hold(case)
    assert "FOUND" not in _shown(field, case)


@pytest.mark.parametrize(("name", "source"), [("reads", LOOKS["course"]), ("writes", WRITES)])
def test_the_course_is_out_of_reach(name: str, source: str, field: Course):
    case = Case(f"{name} the course", own=(LOOK, f"PLACES = {_places(field)!r}", source))
    book = (field.root / "gradebook.db").stat().st_ino
    grade(field, case).must_be_as(case)
    assert "FOUND" not in _shown(field, case)
    assert (field.root / "gradebook.db").stat().st_ino == book
    assert not list(field.root.rglob("planted*"))


def test_looking_while_a_test_runs_finds_nothing(field: Course):
    """The test's inputs are there then, and nothing else of it."""
    body = "\n".join(f"    {line}" for line in (LOOKS["frames"] + "\n" + LOOKS["gc"]).split("\n"))
    source = f"{LOOK}\nseen = []\ndef square(x):\n{body}\n    return x * x"
    case = Case("looks while a test runs", cells={"square": source}, assignment="everyday")
    graded = grade(field, case)
    assert "FOUND" not in str(graded.verdict)
    path = field.root / "autograded" / case.student / "everyday" / "squares.ipynb"
    assert "FOUND" not in path.read_text("utf-8")
