"""``grade --dry-run`` says who would move and by how much, and writes nothing."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from nbjudge.grade import Change, Move, grade_class, regrade, students_of
from nbjudge.nbgrader_plugins import Course, CourseError, marks_of, open_course
from nbjudge.notebook.cells import grade_id
from nbjudge.notebook.reading import read_notebook
from nbjudge.release import release
from tests.conftest import LESSON, Run, new_course

pytestmark = pytest.mark.slow
CLASS = ("empty-folder", "mask-after-softmax", "right-loops")
BROKEN, RIGHT = CLASS[1:]
SOURCE = Path("source") / LESSON / "self-attention.ipynb"


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three submissions, one of them with a grade by hand."""
    course = new_course(tmp_path_factory.mktemp("graded"), submissions=CLASS)
    release(course, LESSON)
    assert not any(one.failed for one in grade_class(course, LESSON, students_of(course, LESSON)))
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade("explain", "self-attention", LESSON, RIGHT)
        grade.manual_score = 3.5
        gradebook.db.commit()
    return course.root


@pytest.fixture
def course(graded: Path, tmp_path: Path) -> Course:
    """The same class for each test to change."""
    return open_course(shutil.copytree(graded, tmp_path / "course"))


def _everything(root: Path) -> dict[str, str]:
    """Return a hash of each file, and each folder."""
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        if path.is_file()
        else ""
        for path in root.rglob("*")
    }


def _edit(course: Course, name: str, change: Callable[[nbformat.NotebookNode], object]) -> None:
    notebook = read_notebook(course.root / SOURCE)
    change(next(cell for cell in notebook.cells if grade_id(cell) == name))
    nbformat.write(notebook, course.root / SOURCE)


def _raise_points(cell: nbformat.NotebookNode) -> None:
    cell.metadata.nbgrader["points"] = 3


def _pass_everybody(cell: nbformat.NotebookNode) -> None:
    cell.source = "### BEGIN HIDDEN TESTS\npass\n### END HIDDEN TESTS"


def _moves(course: Course, **how: bool) -> dict[str, Move]:
    found = regrade(course, LESSON, students_of(course, LESSON), **how)
    return {move.student: move for move in found.students}


def test_nobody_moves_when_nothing_has_changed(course: Course):
    found = regrade(course, LESSON, students_of(course, LESSON), force=True)
    assert found.moved == ()
    assert found.released
    assert found.means == ((20 + 27.5) / 2,) * 2


def test_a_changed_test_moves_whom_it_failed_and_keeps_grades_by_hand(course: Course):
    _edit(course, "rows-sum-to-one", _pass_everybody)
    found = regrade(course, LESSON, students_of(course, LESSON))
    assert not found.released
    assert found.students == (
        Move("empty-folder", None, None),
        Move(BROKEN, 20, 24, (Change("rows-sum-to-one", 0, 4),)),
        Move(RIGHT, 27.5, 27.5),
    )
    assert [move.student for move in found.moved] == [BROKEN]


def test_changed_points_move_everybody_who_has_them(course: Course):
    _edit(course, "rows-are-queries", _raise_points)
    found = regrade(course, LESSON, students_of(course, LESSON))
    assert (found.most_before, found.most_after) == (30, 32)
    assert {move.student: move.difference for move in found.moved} == {BROKEN: 2, RIGHT: 2}


def test_several_processes_find_the_same(course: Course):
    _edit(course, "rows-sum-to-one", _pass_everybody)
    who = students_of(course, LESSON)
    assert regrade(course, LESSON, who, jobs=2) == regrade(course, LESSON, who)


def test_it_comes_true(course: Course):
    _edit(course, "rows-sum-to-one", _pass_everybody)
    foretold = {who: move.after for who, move in _moves(course).items()}
    release(course, LESSON)
    list(grade_class(course, LESSON, students_of(course, LESSON)))
    assert {who: own.total for who, own in marks_of(course, LESSON).items()} == {
        who: total for who, total in foretold.items() if total is not None
    }


def test_nothing_is_written(course: Course):
    _edit(course, "rows-sum-to-one", _pass_everybody)
    before = _everything(course.root)
    _moves(course, force=True)
    assert _everything(course.root) == before


def test_a_changed_grading_folder_counts_as_it_stands(course: Course):
    path = course.root / "grading" / LESSON / "experiments.py"
    text = path.read_text("utf-8")
    path.write_text(text.replace("FAILURE_SHOWS = 0.01", "FAILURE_SHOWS = 10"), "utf-8")
    found = regrade(course, LESSON, [RIGHT])
    assert found.released
    assert found.students == (Move(RIGHT, 27.5, 26.5, (Change("experiment", 4, 3),)),)


def test_a_new_submission_is_told_from_a_changed_test(course: Course):
    folders = [course.root / "submitted" / who / LESSON for who in (BROKEN, RIGHT)]
    shutil.copyfile(folders[1] / "self-attention.ipynb", folders[0] / "self-attention.ipynb")
    moves = _moves(course)
    assert moves[BROKEN].handed_in_again and moves[BROKEN].difference == 4
    assert not moves[RIGHT].handed_in_again


def test_who_is_graded_for_the_first_time_has_nothing_to_compare(course: Course):
    shutil.copytree(course.root / "submitted" / RIGHT, course.root / "submitted" / "new [1]")
    found = regrade(course, LESSON, ["new [1]"])
    (move,) = found.students
    assert (move.before, move.after, move.difference) == (None, 24, None)
    assert (found.moved, found.means) == ((), None)


def test_a_source_that_nbgrader_would_not_release_is_a_sentence(course: Course):
    notebook = read_notebook(course.root / SOURCE)
    extra = new_code_cell("assert True", id="extra")
    marks = {"grade": True, "grade_id": "extra", "locked": True, "points": 1}
    extra.metadata["nbgrader"] = marks | {"schema_version": 3, "solution": False, "task": False}
    notebook.cells.append(extra)
    nbformat.write(notebook, course.root / SOURCE)
    with pytest.raises(CourseError, match="Cannot add or remove cells"):
        regrade(course, LESSON, [RIGHT])


def test_without_a_source_the_released_tests_count(course: Course):
    shutil.rmtree(course.root / "source" / LESSON)
    assert regrade(course, LESSON, [RIGHT]).released


def test_the_table_names_those_who_move_and_the_means(course: Course, run: Run):
    _edit(course, "rows-sum-to-one", _pass_everybody)
    done = run(course, "nbjudge", "grade", LESSON, "--dry-run")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "student             before  after  difference  what changes",
        "mask-after-softmax   20/30  24/30          +4  rows-sum-to-one 0 → 4",
        "1 of 3 would move; the mean is 23.75/30 before, 25.75/30 after.",
        f"The source is not what was released; this counts it as released. To make it so: "
        f"nbjudge release {LESSON}, then nbjudge grade {LESSON}.",
        "Nothing was written.",
    ]


def test_json_has_everybody(course: Course, run: Run):
    _edit(course, "rows-sum-to-one", _pass_everybody)
    done = run(course, "nbjudge", "grade", LESSON, "--dry-run", "--json")
    plain = json.loads(done.stdout)
    assert (plain["moved"], plain["mean_before"], plain["mean_after"]) == (1, 23.75, 25.75)
    assert [student["student"] for student in plain["students"]] == sorted(CLASS)
    assert plain["students"][1]["changes"] == [
        {"grade_id": "rows-sum-to-one", "before": 0.0, "after": 4.0}
    ]
