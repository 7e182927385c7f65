"""A failed test says what its author wrote, and not what a library has written out."""

from __future__ import annotations

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_output

from nbjudge.nbgrader_plugins.feedback._said import DIFFERS, UNSAID, said

SOURCE = "np.testing.assert_array_equal(f(2), [4, 9], err_msg='Squares, please: mind the signs.')"
COMPARED = "\nArrays are not equal\nSquares, please: mind the signs.\n ACTUAL: array([4])\n DESIRED: array([9])"


def _error(text: str, *frames: str, name: str = "AssertionError") -> NotebookNode:
    return new_output("error", ename=name, evalue=text, traceback=[*frames, f"{name}: {text}"])


@pytest.mark.parametrize(
    "frames",
    [
        (
            '  File "<squares>", line 1, in <module>',
            '  File "/venv/lib/python3.11/site-packages/numpy/testing/utils.py", line 9, in g',
        ),
        (
            "Cell In[3], line 1",
            "File /venv/lib/python3.11/site-packages/numpy/testing/utils.py:9, in g(x)",
        ),
        (
            "\x1b[36mCell\x1b[39m In[3], line 1",
            "\x1b[36mFile \x1b[39m\x1b[32m/usr/lib/python3.11/unittest/case.py:9\x1b[39m, in g(x)",
        ),
    ],
)
def test_a_librarys_comparison_keeps_only_the_words_in_the_test(frames: tuple[str, ...]):
    assert said(_error(COMPARED, *frames), SOURCE) == f"{DIFFERS} Squares, please: mind the signs."


@pytest.mark.parametrize(
    "frame",
    [
        '  File "<squares>", line 2, in check',
        "Cell In[3], line 2",
        "Input In [3], in <cell line: 1>()",
        "<ipython-input-3-abc> in <module>",
        '  File "/venv/nbjudge/judge/_raised.py", line 40, in raise_again',
    ],
)
def test_the_tests_own_sentence_stays_as_it_is(frame: str):
    text = "Row 2 sums to 0.93, not to 1."
    assert said(_error(text, frame), "assert x, f'Row {i} sums …'") == text


def test_a_test_without_a_sentence_says_that_it_has_none():
    assert said(_error("", '  File "<squares>", line 2, in check'), "assert f(2) == 4") == UNSAID


def test_other_errors_are_said_with_their_names():
    error = _error("operands could not be broadcast", name="ValueError")
    assert said(error, "") == "ValueError: operands could not be broadcast"


def test_pieces_of_a_formatted_text_are_no_message():
    source = "np.testing.assert_equal(f(2), 4, err_msg=f'for the number {n} it is')"
    frame = '  File "/usr/lib/python3.11/unittest/case.py", line 9, in g'
    assert said(_error("for the number 2 it is\n DESIRED: 4", frame), source) == DIFFERS


def test_a_helper_in_the_courses_grading_folder_is_the_tests_own():
    frame = '  File "/home/course/grading/ps1/checks.py", line 3, in check'
    assert said(_error("Row 2 is too long.", frame), "check(f)") == "Row 2 is too long."


def test_of_another_language_only_the_texts_in_the_test_stay():
    source = 'stopifnot("Mind the signs" = f(2) == 4); x = "ab"'
    error = _error("f(2) not equal to 4: Mind the signs, ab", name="ERROR")
    assert said(error, source, python=False) == f"{DIFFERS} Mind the signs"


def test_a_test_that_is_no_python_hides_the_whole_comparison():
    assert (
        said(
            _error(COMPARED, '  File "/usr/lib/python3.11/unittest/case.py", line 9, in g'),
            "expect_equal(f(2), 4)",
        )
        == DIFFERS
    )
