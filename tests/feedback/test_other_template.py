"""Whoever keeps nbgrader's own template gets it, and tests stay hidden there too."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nbjudge.nbgrader_plugins import open_course
from tests.conftest import LESSON, Run

from .conftest import COMMENTED, CONFIG, ORDINARY, SECRET, Pages

pytestmark = pytest.mark.slow
CHOICE = 'c.HTMLExporter.template_name = "feedback"\nconfigure(c)'


@pytest.fixture
def stock(pages: Pages, tmp_path: Path) -> Pages:
    """The same class with nbgrader's own template."""
    root = tmp_path / "course"
    shutil.copytree(pages.course.root, root, ignore=shutil.ignore_patterns("feedback"))
    (root / "nbgrader_config.py").write_text(CONFIG.replace("configure(c)", CHOICE), "utf-8")
    return Pages(open_course(root))


@pytest.mark.parametrize(("assignment", "student"), [(LESSON, COMMENTED), (ORDINARY, "kim")])
def test_the_template_is_kept_and_hides_the_same(
    stock: Pages, run: Run, assignment: str, student: str
):
    done = run(stock.course, "nbgrader", "generate_feedback", assignment, "--student", student)
    assert done.returncode == 0, done.stderr
    html = stock.path(student, assignment).read_text("utf-8")
    assert "Grade cell: " in html  # nbgrader's words
    assert "HIDDEN TESTS" not in html and "check_rows_are_queries" not in html
    assert SECRET not in html and "I was given 4" not in html
