"""A course in bash, and one in a language that answers with numbers."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

from nbjudge.nbgrader_plugins import Course, open_course
from tests.conftest import Run
from tests.kernels import kernelspec

STOCK = """\
c = get_config()
c.CourseDirectory.course_id = "shell"
c.ClearSolutions.code_stub = {"bash": "# your code here\\nfalse", "adder": "None"}
c.Execute.timeout = 4
"""
OURS = f"from nbjudge import configure\n\n{STOCK}configure(c)\n"

RIGHT = "double() { echo $(( $1 * 2 )); }"
ANSWERS = {
    "right": RIGHT,
    "wrong": "double() { echo $1; }",
    "broken": "double() { echo $(( $1 * 2 ; }",
    "untouched": None,
    "loops": f"{RIGHT}\nwhile true; do :; done",
    "dies": f"{RIGHT}\nkill -9 $PPID",
    "peeps": f"{RIGHT}\nls ROOT; cat ROOT/gradebook.db ROOT/source/shell/shell.ipynb; ls ROOT/submitted",
    "writes": f"{RIGHT}\necho mine > ROOT/gradebook.db; echo mine > ROOT/outside",
    "calls": f"{RIGHT}\nexec 3<>/dev/tcp/127.0.0.1/1 || exec 3<>/dev/tcp/192.0.2.1/80",
    "lingers": f"{RIGHT}\nsetsid sleep 31337 & disown",
    "hoards": f"{RIGHT}\n/usr/bin/python3 -c \"b'x' * 10**10\"",
}
FULL = {"doubles-four": 2.0, "doubles-nothing": 1.0}
SAME_AS_STOCK = ("right", "wrong", "broken", "untouched")


def _cell(source: str, grade_id: str, points: float | None = None) -> nbformat.NotebookNode:
    marks = {"schema_version": 3, "grade_id": grade_id, "task": False}
    graded = points is not None
    marks |= {"grade": graded, "locked": graded, "solution": not graded}
    marks |= {"points": points} if graded else {}
    return new_code_cell(source, metadata={"nbgrader": marks}, id=grade_id)


def _bash() -> nbformat.NotebookNode:
    return new_notebook(
        cells=[
            _cell(f"### BEGIN SOLUTION\n{RIGHT}\n### END SOLUTION", "double"),
            _cell('[ "$(double 4)" = 8 ]', "doubles-four", 2),
            _cell(
                '# zero\n### BEGIN HIDDEN TESTS\n[ "$(double 0)" = 0 ]\n### END HIDDEN TESTS',
                "doubles-nothing",
                1,
            ),
            new_code_cell("cat notes.txt", id="notes"),
        ],
        metadata={"kernelspec": kernelspec("bash")},
    )


def _adder() -> nbformat.NotebookNode:
    """Its tests end with numbers and with something else, and one complains on stderr."""
    return new_notebook(
        cells=[
            _cell("### BEGIN SOLUTION\nx = 2\n### END SOLUTION", "x"),
            _cell("x / 4", "part", 1),
            _cell("'passed'", "word", 1),
            _cell("import sys; print('no match', file=sys.stderr)", "complaint", 1),
            _cell("x", "too-much", 1),
        ],
        metadata={"kernelspec": kernelspec("adder")},
    )


def write_course(root: Path, config: str) -> None:
    (root / "nbgrader_config.py").write_text(config)
    for name, notebook in (("shell", _bash()), ("numbers", _adder())):
        folder = root / "source" / name
        folder.mkdir(parents=True)
        nbformat.write(notebook, folder / f"{name}.ipynb")
        (folder / "notes.txt").write_text("of the instructor\n")


def hand_in(root: Path, student: str, answer: str | None, assignment: str = "shell") -> None:
    notebook = nbformat.read(root / "release" / assignment / f"{assignment}.ipynb", as_version=4)
    if answer is not None:
        notebook.cells[0].source = answer.replace("ROOT", str(root))
    folder = root / "submitted" / student / assignment
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{assignment}.ipynb")


def new_course(root: Path, config: str, run: Run, students: dict[str, str | None]) -> Course:
    write_course(root, config)
    # nothing of ours opens a stock course: this one only tells where it is
    course = Course(root, Config()) if config == STOCK else open_course(root)
    nbgrader(course, run, "generate_assignment", "shell")
    for student, answer in students.items():
        hand_in(root, student, answer)
    return course


def nbgrader(course: Course, run: Run, *words: str) -> None:
    done = run(course, "nbgrader", *words, path=os.environ["PATH"])
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
