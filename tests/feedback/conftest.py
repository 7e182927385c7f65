"""A small class with every kind of page: graded, commented on, late, and an ordinary assignment."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nbjudge.grade import grade_class
from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.release import release
from tests.conftest import LESSON, Run, new_course

CLASS = (
    "copied-test",
    "forged-record",
    "late",
    "mixture-three",
    "no-experiment",
    "syntax-error",
    "truncated-notebook",
)
COMMENTED = "mixture-three"
ORDINARY = "everyday"
SECRET = "8128.5"
"""The number that the ordinary assignment's hidden tests expect."""

CONFIG = """\
from nbjudge import configure

c = get_config()
c.CourseDirectory.course_id = "attention"
c.LateSubmissionPlugin.penalty_method = "zero"
c.Exchange.timezone = "Europe/Berlin"
configure(c)
"""


class Page(HTMLParser):
    """A page as a reader finds it: its tags, and its text without markup."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._silent = False
        self.feed(html)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._silent = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data)

    def part(self, begin: str, end: str) -> str:
        """Return the text from one heading to the next."""
        return self.text[self.text.index(begin) : self.text.index(end)]


@dataclass(frozen=True)
class Pages:
    """The feedback of the class."""

    course: Course

    def path(self, student: str, assignment: str = LESSON) -> Path:
        (page,) = (self.course.root / "feedback" / student / assignment).glob("*.html")
        return page

    def read(self, student: str, assignment: str = LESSON) -> Page:
        return Page(self.path(student, assignment).read_text("utf-8"))


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Pages:
    """The class, graded, with feedback by ``nbgrader generate_feedback``."""
    root = tmp_path_factory.mktemp("feedback")
    new_course(root, submissions=CLASS)
    (root / "nbgrader_config.py").write_text(CONFIG, "utf-8")
    _add_ordinary_assignment(root)
    course = open_course(root)
    for assignment, students in ((LESSON, CLASS), (ORDINARY, ("kim",))):
        release(course, assignment)
        course.set_due(assignment, datetime.fromisoformat("2026-02-01 23:59:00"))
        assert not any(graded.failed for graded in grade_class(course, assignment, students))
    _grade_by_hand(course)
    for assignment in (LESSON, ORDINARY):
        done = run(course, "nbgrader", "generate_feedback", assignment)
        assert done.returncode == 0, done.stderr
    return Pages(course)


def _grade_by_hand(course: Course) -> None:
    with course.gradebook() as gradebook:
        where = ("self-attention", LESSON, COMMENTED)
        grade = gradebook.find_grade("explain", *where)
        grade.manual_score, grade.extra_credit, grade.needs_manual_grade = 3.5, 0.5, False
        gradebook.find_comment("explain", *where).manual_comment = "Say *which* row. <script>x"
        gradebook.find_comment("stable-softmax", *where).manual_comment = "Short and right."
        gradebook.db.commit()


def _add_ordinary_assignment(root: Path) -> None:
    """Write an assignment without a lesson of ours, and a submission that fails its tests."""
    source = new_notebook(cells=list(_cells()))
    answer = nbformat.from_dict(source)
    folder = root / "source" / ORDINARY
    folder.mkdir()
    nbformat.write(source, folder / "perfect.ipynb")
    answer.cells[1].source = "def perfect(n):\n    print('I was given', n)\n    return n"
    handed_in = root / "submitted" / "kim" / ORDINARY
    handed_in.mkdir(parents=True)
    nbformat.write(answer, handed_in / "perfect.ipynb")
    shutil.rmtree(root / "submitted" / "kim" / LESSON, ignore_errors=True)


def _cells():
    yield new_markdown_cell("# Numbers\n\nIn `a < b` and $a < b$.", id="numbers")
    yield _marked(
        new_code_cell(
            "def perfect(n):\n    ### BEGIN SOLUTION\n    return 8128.5\n    ### END SOLUTION"
        ),
        "perfect",
        solution=True,
    )
    tests = {
        "by-numpy": f"np.testing.assert_allclose(perfect(4), {SECRET}, err_msg='Mind the fourth one.')",
        "by-unittest": f"unittest.TestCase().assertEqual(perfect(4), {SECRET})",
        "by-hand": f"assert perfect(4) == {SECRET}, 'The fourth one is wrong.'",
        "silent": f"assert perfect(4) == {SECRET}",
    }
    for name, line in tests.items():
        # as nbgrader's documentation writes the marks: without the number signs
        text = (
            f"import unittest\nimport numpy as np\n# BEGIN HIDDEN TESTS\n{line}\n# END HIDDEN TESTS"
        )
        yield _marked(new_code_cell(text), name, points=1)


def _marked(cell, name, *, solution=False, points=None):
    cell["id"] = name
    cell.metadata["nbgrader"] = {
        "grade": points is not None,
        "grade_id": name,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    } | ({"points": points} if points is not None else {})
    return cell
