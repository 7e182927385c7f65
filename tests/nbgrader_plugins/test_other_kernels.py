"""A course in another language, graded by plain nbgrader: its kernel is shut in too."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.verdict import Status, Verdict
from tests import needs
from tests.conftest import Run
from tests.kernels import install_kernels
from tests.nbgrader_plugins.shell_course import (
    ANSWERS,
    FULL,
    OURS,
    RIGHT,
    SAME_AS_STOCK,
    STOCK,
    hand_in,
    nbgrader,
    new_course,
    write_course,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def _kernels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    needs.a_sandbox()
    with pytest.MonkeyPatch.context() as patch:
        install_kernels(tmp_path_factory.mktemp("jupyter"), patch)
        yield


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Course:
    course = new_course(tmp_path_factory.mktemp("shell"), OURS, run, ANSWERS)
    nbgrader(course, run, "autograde", "shell")
    nbgrader(course, run, "generate_assignment", "numbers")
    hand_in(course.root, "right", "x = 2", "numbers")
    nbgrader(course, run, "autograde", "numbers")
    return course


def _scores(course: Course, student: str, assignment: str = "shell") -> dict[str, float | None]:
    with course.gradebook() as gradebook:
        submission = gradebook.find_submission(assignment, student)
        return {grade.name: grade.auto_score for n in submission.notebooks for grade in n.grades}


def _verdict(course: Course, student: str, assignment: str = "shell") -> Verdict:
    (found,) = course.verdicts(assignment, student)
    return found


def _outputs(course: Course, student: str) -> str:
    path = course.root / "autograded" / student / "shell" / "shell.ipynb"
    return json.dumps([cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells])


def test_right_and_wrong_answers_get_the_scores_of_stocknbgrader(
    graded: Course, tmp_path: Path, run: Run
):
    stock = new_course(tmp_path, STOCK, run, {name: ANSWERS[name] for name in SAME_AS_STOCK})
    done = run(stock, "nbgrader", "autograde", "shell", path=os.environ["PATH"])
    assert done.returncode == 0, done.stderr
    wanted = {name: _scores(stock, name) for name in SAME_AS_STOCK}
    assert {name: _scores(graded, name) for name in SAME_AS_STOCK} == wanted
    assert wanted["right"] == FULL
    assert wanted["wrong"] == {"doubles-four": 0, "doubles-nothing": 1}


@pytest.mark.parametrize(
    "student", sorted(ANSWERS.keys() - {"wrong", "broken", "untouched", "dies"})
)
def test_what_else_a_right_answer_does_costs_nothing(graded: Course, student: str):
    assert _scores(graded, student) == FULL


def test_a_kernel_that_dies_costs_its_cell_alone(graded: Course):
    assert _scores(graded, "dies") == {"doubles-four": 0, "doubles-nothing": 0}
    assert "of the instructor" in _outputs(graded, "dies")


@pytest.mark.parametrize(
    ("student", "said"), [("loops", "time limit of 4 s"), ("dies", "ended by signal 9")]
)
def test_what_did_not_end_is_said(graded: Course, student: str, said: str):
    assert _verdict(graded, student).status is Status.PARTLY_RUN
    assert said in _verdict(graded, student).sentence


def test_there_is_nothing_to_read(graded: Course):
    said = _outputs(graded, "peeps")
    assert said.count("No such file or directory") == 4
    assert not any(word in said for word in ("HIDDEN", "SQLite", "peeps"))


def test_there_is_nothing_to_write(graded: Course):
    assert not (graded.root / "outside").exists()
    assert _scores(graded, "writes") == FULL  # the gradebook is still one


def test_there_is_nobody_to_call(graded: Course):
    assert "Connection refused" in _outputs(graded, "calls")
    assert "Network is unreachable" in _outputs(graded, "calls")


def test_what_lingers_is_gone(graded: Course):
    assert _scores(graded, "lingers") == FULL
    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline")]
    assert commands
    assert not [command for command in commands if b"31337" in command]


def test_memory_is_limited(graded: Course):
    assert "MemoryError" in _outputs(graded, "hoards")


def test_the_instructors_files_are_there(graded: Course):
    assert "of the instructor" in _outputs(graded, "right")


def test_numbers_are_partial_credit_and_other_values_are_not(graded: Course):
    assert _scores(graded, "right", "numbers") == {
        "part": 0.5, "word": 1, "complaint": 0, "too-much": None,
    }  # fmt: skip
    assert "The test ended with 2" in _verdict(graded, "right", "numbers").sentence


def test_without_the_sandbox_it_is_noted(tmp_path: Path, run: Run):
    course = new_course(tmp_path, f"{OURS}c.JudgeCells.sandbox = False\n", run, {"right": RIGHT})
    nbgrader(course, run, "autograde", "shell")
    assert _scores(course, "right") == FULL
    assert "Graded without a sandbox." in _verdict(course, "right").sentence


def test_a_kernel_that_is_not_installed_is_a_sentence_and_nothing_is_graded(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
):
    course = new_course(tmp_path, OURS, run, {"right": RIGHT})
    for name in ("JUPYTER_PATH", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    done = run(course, "nbgrader", "autograde", "shell")
    assert done.returncode == 1
    assert "shell needs the kernel 'bash', which is not installed where you grade" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (course.root / "autograded").exists()


def test_a_kernelspec_without_a_language_is_that_of_its_kernel(tmp_path: Path, run: Run):
    write_course(tmp_path, OURS)
    path = tmp_path / "source" / "shell" / "shell.ipynb"
    notebook = nbformat.read(path, as_version=4)
    del notebook.metadata["kernelspec"]["language"]
    nbformat.write(notebook, path)
    config = tmp_path / "nbgrader_config.py"
    config.write_text(f'{OURS}c.ClearSolutions.code_stub["python"] = "false"\n')
    course = open_course(tmp_path)
    nbgrader(course, run, "generate_assignment", "shell")
    hand_in(tmp_path, "right", RIGHT)
    nbgrader(course, run, "autograde", "shell")
    assert _scores(course, "right") == FULL
