"""Nothing that only graders may see is in a release."""

from __future__ import annotations

from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from nbjudge.audit._leaks import leak_findings, plain_leaks

SOLUTION = "return x + x  # twice as much"
TEST = 'assert double(2) == 4, "two is not doubled"'
ESCAPED = 'text = "a\\tb"'
SAMPLE = "Because doubling is addition."
FORMULA = r"In symbols: $2x = x + \frac{2x}{2}$."
STARTER = "def double(x):\n    raise NotImplementedError"


def _rules(draft: Any) -> list[tuple[str, str]]:
    """Return rule and file of each finding; each has a sentence."""
    found = list(leak_findings(draft.release, draft.source, draft.lesson))
    assert all(finding.text.endswith(".") for finding in found)
    return [(finding.rule, finding.where) for finding in found]


def _release(draft: Any, *cells: Any) -> None:
    notebook = new_notebook(cells=[new_code_cell(STARTER), *cells])
    nbformat.write(notebook, draft.release / "lesson.ipynb")


def _module(draft: Any, source: str, name: str = "a.py") -> None:
    path = draft.release / "module" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, "utf-8")


def test_release_with_the_starter_and_the_module_has_no_finding(draft: Any) -> None:
    _release(draft, new_code_cell("# doubles-two (2 points)"), new_markdown_cell("Why?"))
    _module(draft, "import math, numpy\nfrom . import b\nfrom .b import c\n\n\ndef f(x): ...\n")
    assert _rules(draft) == []


@pytest.mark.parametrize(
    ("line", "kind"),
    [(SOLUTION, "solution"), (TEST, "hidden test"), (ESCAPED, "hidden test"),
     (SAMPLE, "sample answer"), (FORMULA, "sample answer")],
    ids=["solution", "test", "test with a backslash", "sample answer", "formula"],
)  # fmt: skip
def test_secret_line_is_found_wherever_it_is(draft: Any, line: str, kind: str) -> None:
    _release(draft, new_code_cell(f"if True:\n    {line}"))
    (finding,) = leak_findings(draft.release, draft.source, draft.lesson)
    assert (finding.rule, finding.where) == ("leak", "lesson.ipynb")
    assert kind in finding.text and repr(line) in finding.text


@pytest.mark.parametrize("line", [SOLUTION, TEST, ESCAPED, SAMPLE, FORMULA])
def test_secret_line_is_found_in_an_output(draft: Any, line: str) -> None:
    _release(draft, new_code_cell(outputs=[new_output("stream", text=f"{line}\n")]))
    assert _rules(draft) == [("leak", "lesson.ipynb")]


def test_secret_line_is_found_in_another_file(draft: Any) -> None:
    _release(draft)
    _module(draft, f"def f(x):\n    {SOLUTION}\n")
    assert _rules(draft) == [("leak", "module/a.py")]


def test_solution_line_in_the_text_is_a_leak_although_the_instructor_wrote_it(draft: Any) -> None:
    draft.source.cells.append(new_markdown_cell(f"For example\n{SOLUTION}"))
    _release(draft, new_markdown_cell(f"For example\n{SOLUTION}"))
    assert _rules(draft) == [("leak", "lesson.ipynb")]


def test_short_lines_and_imports_give_nothing_away(draft: Any) -> None:
    cell = draft.find("doubles-two")
    cell.source = cell.source.replace("assert", "x = 1\nimport numpy as np\nassert", 1)
    _release(draft, new_code_cell("import numpy as np\nx = 1"))
    assert _rules(draft) == []


@pytest.mark.parametrize(
    "name", ["answers.txt", "lesson (1).ipynb", ".hidden", "module/a.txt", "module/sub/a.py"]
)
def test_file_that_is_not_on_the_list_is_refused(draft: Any, name: str) -> None:
    path = draft.release / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("", "utf-8")
    assert _rules(draft) == [("grader-only-file", name)]


@pytest.mark.parametrize(
    "line",
    ["import scipy", "import scipy.special as s", "from scipy import x", "import math, scipy"],
)
def test_import_that_students_need_not_have_is_refused(draft: Any, line: str) -> None:
    _module(draft, f"def f():\n    {line}\n")
    assert _rules(draft) == [("import", "module/a.py")]


@pytest.mark.parametrize(
    "source",
    [
        "def softmax(row): ...",
        "class A:\n    def softmax(self): ...",
        "softmax = lambda row: row",
        "import math\ny = math.exp(1)",
        "from math import exp\ny = exp(1)",
        "from math import exp as power\ny = power(1)",
        "import math\ny = map(math.exp, [1])",
    ],
)
def test_python_that_computes_the_answer_is_refused(draft: Any, source: str) -> None:
    _module(draft, source)
    assert set(_rules(draft)) == {("oracle", "module/a.py")}


def test_words_of_the_lesson_in_texts_are_no_oracle(draft: Any) -> None:
    _module(draft, '"""softmax."""\nTEXT = "exp"  # softmax\nmask_after_softmax = True\n')
    assert _rules(draft) == []


@pytest.mark.parametrize("content", [b"def f(:\n", b"x = '\xff'\n", b"x = 1\0\n"])
def test_module_that_is_no_python_is_a_finding(draft: Any, content: bytes) -> None:
    _module(draft, "")
    (draft.release / "module" / "a.py").write_bytes(content)
    assert [where for _rule, where in _rules(draft)] == ["module/a.py"]


def _plain(draft: Any) -> list[tuple[str, bool, str]]:
    return [(f.where, f.is_error, f.text) for f in plain_leaks(draft.release, [draft.source])]


def test_without_a_contract_any_file_may_be_released(draft: Any) -> None:
    _release(draft)
    _module(draft, "import scipy\n\n\ndef softmax(x): ...\n")
    assert _plain(draft) == []


def test_without_a_contract_a_solution_in_the_text_is_a_remark_and_a_hidden_test_an_error(
    draft: Any,
) -> None:
    _release(draft, new_markdown_cell(SOLUTION))
    _module(draft, f"def check():\n    {TEST}\n    {ESCAPED}\n")
    assert _plain(draft) == [
        ("lesson.ipynb", False, f"It holds a line of a solution: {SOLUTION!r}."),
        ("module/a.py", True, f"It holds 2 lines of a hidden test: {TEST!r}."),
    ]


def test_what_stands_around_a_sample_answer_is_no_secret(draft: Any) -> None:
    begin, end = "### BEGIN SOLUTION", "### END SOLUTION"
    draft.find("why").source = f"Explain in two sentences.\n{begin}\n{SAMPLE}\n{end}"
    _release(draft, new_markdown_cell("Explain in two sentences."))
    assert _plain(draft) == []
