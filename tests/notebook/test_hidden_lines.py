"""Lines of hidden tests are found in what a submission shows."""

from __future__ import annotations

import base64
import codecs
import zlib

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output

from nbjudge.notebook.cells import HIDDEN_TESTS
from nbjudge.notebook.leaks import HiddenLines, cells_that_show

LINE = "assert attention([1, 2, 3]) == [0.09, 0.24, 0.67]"
TEST = f"# visible line of the test\n{HIDDEN_TESTS[0]}\n{LINE}\nx = 1\n{HIDDEN_TESTS[1]}"


def notebook(text: str, source: str = "print('hello')") -> NotebookNode:
    """A submission whose first cell has printed a text."""
    answer, test = new_code_cell(source), new_code_cell(TEST)
    answer.outputs = [
        new_output("stream", name="stdout", text="fine\n"),
        new_output("display_data", data={"text/plain": text}),
    ]
    test.metadata["nbgrader"] = NotebookNode(grade=True, solution=False, grade_id="t", points=1)
    return new_notebook(cells=[answer, test])


def shown(text: str, source: str = "print('hello')") -> list[int]:
    """Which outputs of the answer show a hidden line."""
    made = notebook(text, source)
    return HiddenLines(made, HIDDEN_TESTS).shown_by(made.cells[0])


DISGUISES = {
    "plain": LINE,
    "amid other text": f"I found:   {LINE}!",
    "one character a line": "\n".join(LINE),
    "repr": repr(f"a\n{LINE}\tb"),
    "reversed": LINE[::-1],
    "rot13": codecs.encode(LINE, "rot13"),
    "base64": base64.b64encode(LINE.encode()).decode(),
    "urlsafe base64": base64.urlsafe_b64encode(LINE.encode()).decode(),
    "hex": LINE.encode().hex(),
    "numbers": str(list(LINE.encode())),
    "compressed": base64.b64encode(zlib.compress(LINE.encode())).decode(),
}


@pytest.mark.parametrize("text", DISGUISES.values(), ids=DISGUISES)
def test_a_hidden_line_is_found(text: str):
    assert shown(text) == [1]


@pytest.mark.parametrize(
    "text",
    ["", "x = 1", "visible line of the test", "assert attention", "[0.09, 0.24, 0.67]", "a" * 5000,
     "0123456789abcdef" * 40, "1, " * 400, "=" * 40],
)  # fmt: skip
def test_other_texts_are_none(text: str):
    assert shown(text) == []


def test_a_line_that_the_student_has_written_too_is_no_secret():
    assert shown(LINE, source=f"def mine():\n    {LINE}") == []


def test_the_error_of_a_test_is_its_own():
    made = notebook("")
    made.cells[1].outputs = [
        new_output("error", ename="AssertionError", evalue="", traceback=[LINE]),
        new_output("stream", name="stderr", text=LINE),
    ]
    assert HiddenLines(made, HIDDEN_TESTS).shown_by(made.cells[1]) == [1]


def test_the_cells_are_named():
    made = notebook(LINE)
    made.cells[1].outputs = [new_output("stream", name="stdout", text=LINE)]
    found = cells_that_show(HiddenLines(made, HIDDEN_TESTS), made.cells)
    assert found == ["one of the student's own", "t"]
