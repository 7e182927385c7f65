"""The committed release is what the source generates."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import Course, CourseError
from nbjudge.notebook.reading import read_notebook
from nbjudge.release import release
from tests.conftest import LESSON, REPOSITORY, Run


def _files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in paths
        if "__pycache__" not in path.parts
    }


def test_release_is_what_the_source_generates(course: Course):
    committed = _files(REPOSITORY / "release" / LESSON)
    generated = _files(release(course, LESSON))
    assert generated == committed, "accept the change with: make demo; git add release"


def test_starter_is_real_code_in_place_of_the_solution(course: Course):
    notebook = read_notebook(release(course, LESSON) / "self-attention.ipynb")
    sources = {cell.id: cell.source for cell in notebook.cells}
    assert "np.tril(probabilities)" in sources["attention-weights"]
    assert "STARTER" not in "".join(sources.values())
    assert "SOLUTION" not in "".join(sources.values())


def test_a_broken_source_leaves_release_and_gradebook_alone(course: Course):
    release(course, LESSON)
    before = _files(course.root / "release")
    notebook = course.root / "source" / LESSON / "self-attention.ipynb"
    notebook.write_text(notebook.read_text().replace("### END HIDDEN TESTS", ""))
    with pytest.raises(CourseError, match="hidden tests"):
        release(course, LESSON)
    assert _files(course.root / "release") == before


def test_a_source_that_is_no_notebook_is_a_sentence(course: Course):
    notebook = course.root / "source" / LESSON / "self-attention.ipynb"
    notebook.write_text("{")
    before = _files(course.root / "release")
    with pytest.raises(CourseError) as raised:
        release(course, LESSON)
    assert "\n" not in str(raised.value)
    assert _files(course.root / "release") == before


@pytest.mark.slow
def test_nbgraders_own_command_generates_the_same_release(course: Course, run: Run):
    done = run(course, "nbgrader", "generate_assignment", LESSON, "--force")
    assert done.returncode == 0, done.stderr
    assert _files(course.root / "release" / LESSON) == _files(REPOSITORY / "release" / LESSON)


@pytest.mark.slow
def test_nbgrader_without_the_plugin_makes_a_usable_release(course: Course, run: Run):
    config = "c = get_config()\nc.CourseDirectory.course_id = 'stock'\n"
    (course.root / "nbgrader_config.py").write_text(config)
    done = run(
        course, "nbgrader", "generate_assignment", LESSON, "--force", path=os.environ["PATH"]
    )
    assert done.returncode == 0, done.stderr
    notebook = read_notebook(course.root / "release" / LESSON / "self-attention.ipynb")
    answers = [c.source for c in notebook.cells if c.id in {"stable-softmax", "my-test"}]
    assert all("def " in source and "NotImplementedError" in source for source in answers)
