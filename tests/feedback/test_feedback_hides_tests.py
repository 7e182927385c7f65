"""No hidden test, no number that it expects and no frame of its traceback is on any page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from nbjudge.notebook.cells import HIDDEN_TESTS, inside, is_test
from nbjudge.notebook.reading import read_notebook
from tests.conftest import LESSON, REPOSITORY

from .conftest import CLASS, ORDINARY, SECRET, Pages

pytestmark = pytest.mark.slow


def _hidden_lines() -> Iterator[str]:
    notebook = read_notebook(REPOSITORY / "source" / LESSON / "self-attention.ipynb")
    for cell in filter(is_test, notebook.cells):
        yield from (line.strip() for line in inside(cell.source, *HIDDEN_TESTS))


def _telling(line: str) -> bool:
    """Whether a line is a test's own: not an import, and no sentence that the test may say."""
    return len(line) > 12 and not line.startswith(("import ", "from ", 'f"', '"', "q, k, v ="))


def _seen(page: Path) -> str:
    """Return a page's text, as it would be found by somebody who looks at its source."""
    return unescape(re.sub(r"<[^>]+>", "", page.read_text("utf-8")))


@pytest.mark.parametrize("student", CLASS)
def test_no_line_of_a_hidden_test_is_on_a_page(pages: Pages, student: str):
    seen = _seen(pages.path(student))
    hidden = set(filter(_telling, _hidden_lines()))
    assert len(hidden) > 50
    assert [line for line in hidden if line in seen] == []
    assert "HIDDEN TESTS" not in seen


@pytest.mark.parametrize("student", CLASS)
def test_no_frame_of_a_tests_traceback_is_on_a_page(pages: Pages, student: str):
    seen = _seen(pages.path(student))
    assert not re.search(r"check_\w+|File \"<|nbjudge/judge|site-packages", seen)


def test_what_a_library_compares_with_is_not_said(pages: Pages):
    seen = _seen(pages.path("kim", ORDINARY))
    assert SECRET not in seen
    assert "ACTUAL" not in seen and "!=" not in seen


def test_of_a_librarys_comparison_the_authors_own_words_stay(pages: Pages):
    text = pages.read("kim", ORDINARY).text
    assert (
        "by-numpy 0/1 failed What your code gives is not what the test expects. Mind the fourth one."
        in text
    )
    assert "by-unittest 0/1 failed What your code gives is not what the test expects." in text
    assert "silent 0/1 failed It was not met, and it gives no reason." in text


def test_what_the_students_code_printed_while_it_was_tested_is_not_shown(pages: Pages):
    text = pages.read("kim", ORDINARY).text
    assert "print ( 'I was given' , n )" in text
    assert "I was given 4" not in text
