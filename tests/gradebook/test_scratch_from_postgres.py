"""What is found out in a copy of the course is found out with PostgreSQL too, and changes nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
import pytest

from nbjudge.gradebook import VARIABLE
from nbjudge.notebook.cells import grade_id
from tests.conftest import LESSON, Run
from tests.gradebook.contents import contents
from tests.gradebook.whole_flow import Graded

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def named(on_postgres: Graded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the commands find the server's gradebook."""
    monkeypatch.setenv(VARIABLE, on_postgres.url)


def test_a_dry_run_says_who_would_move(on_postgres: Graded, run: Run):
    source = on_postgres.course.root / "source" / LESSON / "self-attention.ipynb"
    text = source.read_text("utf-8")
    try:
        _let_everybody_pass(source, "rows-sum-to-one")
        done = run(on_postgres.course, "nbjudge", "grade", LESSON, "--dry-run")
    finally:
        source.write_text(text, "utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["mask-after-softmax", "20/30", "24/30", "+4"] in [row[:4] for row in rows]
    assert "The source is not what was released" in done.stdout
    assert done.stdout.endswith("Nothing was written.\n")
    assert contents(on_postgres.url) == on_postgres.contents
    assert not list(on_postgres.course.root.glob("gradebook.db*"))


def _let_everybody_pass(path: Path, test: str) -> None:
    notebook = nbformat.read(path, nbformat.NO_CONVERT)
    (cell,) = (cell for cell in notebook.cells if grade_id(cell) == test)
    cell.source = "### BEGIN HIDDEN TESTS\npass\n### END HIDDEN TESTS"
    nbformat.write(notebook, path)


def test_the_best_attempt_is_taken(on_postgres: Graded, run: Run, tmp_path: Path):
    submitted = on_postgres.course.root / "submitted"
    for number, whose in enumerate(("right-masked", "mask-after-softmax")):
        attempt = tmp_path / f"download-{number}" / "kim"
        shutil.copytree(submitted / whose / LESSON, attempt)
    words = ["collect", LESSON, "--from", "folder", "--policy", "best", "--dry-run"]
    downloads = [str(tmp_path / f"download-{number}") for number in (0, 1)]
    done = run(on_postgres.course, "nbjudge", *words, *downloads)
    assert (done.returncode, done.stderr) == (0, "")
    (row,) = [line.split() for line in done.stdout.splitlines() if line.startswith("kim")]
    assert row[:3] == ["kim", "2", "1,"]
    assert contents(on_postgres.url) == on_postgres.contents
