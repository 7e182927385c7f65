"""The lesson says everything that it has to say, in the order in which it is worth reading."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from nbformat import NotebookNode

from nbjudge.lesson import Lesson
from nbjudge.notebook.cells import grade_id, is_answer, is_test, marks

POINTS = {
    "predict": 2, "experiment": 4, "rows-sum-to-one": 4, "softmax-is-stable": 4,
    "output-mixes-values": 4, "future-weight-is-zero": 1, "scores-are-scaled": 1,
    "rows-are-queries": 1, "mask-changes-the-scores": 1, "own-test": 4, "explain": 4,
}  # fmt: skip

HEADINGS = [
    "Lesson 07: Self-attention", "What you will be able to do", "Queries, keys, values",
    "Checkpoint 1: predict", "Checkpoint 2: experiment", "The calculation in four steps",
    "One row, worked out", "Two invariants to check", "Shapes and loops",
    "Checkpoint 3: implement", "Try it", "What is checked after you hand in",
    "A test of your own", "How it usually goes wrong", "In real models", "Recap",
    "Checkpoint 4: explain", "Before you hand in",
]  # fmt: skip

SAID = {
    "title": ["residual stream", "weighted mixture"],
    "objectives": ["scaled scores from queries and keys", "softmax weights", "*before* softmax",
                   "predict → experiment → implement → explain"],
    "queries-keys-values": [
        "three learned linear maps", "**query**", "**key**", "**value**", "*asks*", "*delivered*",
        "nobody has labelled", "$n$", "$d$", "$i$ for the row", "$j$ for the column",
        "dot product", r"\sqrt{d}", "RoPE", "values are mixed as they are", "**softmax**",
        "sum to 1", "**causal mask**",
    ],
    "predict-prompt": ["token 2 put any weight on token 3", "only after softmax", "*before*"],
    "experiment-prompt": [
        "d = 1", r"\sqrt{1} = 1", "Rows are the tokens that ask, columns the tokens that are read",
        "Record your prediction", "causal mask on", "Mask after softmax (broken)",
        "same $q$ and $k$", "weight on future tokens", "sum of each row", "0.01",
    ],
    "calculation": [
        "**Score**", r"\dfrac{q_i \cdot k_j}{\sqrt{d}}", "**Mask**", r"-\infty", "j > i",
        "**Normalise**", "**Mix**", r"\sum_j w_{ij}\, v_j", "token $i$ always sees itself",
        "largest finite score", "overflow", "1000", "steps 1 to 3 with scalars", "no step 4",
    ],
    "worked-row": ["[1], [2], [9]", "[10], [20], [100]", "[1, 2, 9]", r"[1, 2, -\infty]",
                   r"[-1, 0, -\infty]"],
    "worked-row-reading": ["[0.269, 0.731, 0]", "17.31", "0.001", "row sum"],
    "invariants": ["every row sums to 1", "every entry above the diagonal is 0", "$j > i$",
                   "Take the mask away", "next-token training"],
    "shapes": ["$[n, d]$", "$[n, n]$", "queries, keys, values", "scores", "weights", "output",
               "$i$ runs over queries and $j$ over sources", "sums over the sources"],
    "implement-prompt": ["`stable_softmax(scores)`", "`attention_weights(q, k, causal=True)`",
                         "`attention(q, k, v, causal=True)`", "not normalised again"],
    "own-test-prompt": ["one of your saved runs", "masks after softmax"],
    "failure-modes": ["mask comes after softmax", "no mask", "exponentials are naive",
                      r"\sqrt{d}$ is forgotten", "Rows and columns are swapped",
                      "Keys are mixed instead of values"],
    "real-models": ["MLA", "linear attention", "DeltaNet", "KDA", "baseline", "information",
                    "memory"],
    "recap": ["scores every query against every key", "hides", "normalises each row",
              "mixes the values", "damages the mixture"],
    "explain-prompt": ["Which invariant", "broken mode violate"],
}  # fmt: skip


def _cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.id == name)


def _numbered(text: str) -> list[str]:
    return re.findall(r"^\d\. (.+(?:\n {3}.+)*)", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", SAID)
def test_part_of_the_lesson_is_there(notebook: NotebookNode, name: str) -> None:
    text = " ".join(_cell(notebook, name).source.split())
    assert [phrase for phrase in SAID[name] if phrase not in text] == []


def test_headings_stand_in_the_lessons_order(notebook: NotebookNode) -> None:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE) == HEADINGS


def test_grade_ids_points_and_order_are_the_contract(notebook: NotebookNode) -> None:
    graded = [marks(cell) for cell in notebook.cells if marks(cell).get("grade")]
    assert [(cell["grade_id"], cell["points"]) for cell in graded] == [*POINTS.items()]
    assert sum(POINTS.values()) == 30


def test_points_in_the_text_add_up_to_the_contract(notebook: NotebookNode) -> None:
    table = re.findall(r"^\| (\w+) \|.*\| (\d+) \|$", _cell(notebook, "objectives").source, re.M)
    implement = 30 - POINTS["predict"] - POINTS["experiment"] - POINTS["explain"]
    assert table == [("predict", "2"), ("experiment", "4"), ("implement", str(implement)),
                     ("explain", "4")]  # fmt: skip
    for cell in filter(is_test, notebook.cells):
        points = POINTS[cell.id]
        assert cell.source.startswith(f"# {cell.id} ({points} point{'s' if points > 1 else ''})")


def test_free_text_is_graded_by_hand_and_answers_are_open(notebook: NotebookNode) -> None:
    answers = [cell for cell in notebook.cells if is_answer(cell)]
    assert [cell.id for cell in answers if cell.cell_type == "markdown"] == ["predict", "explain"]
    assert [cell.id for cell in answers if cell.cell_type == "code"] == [
        "stable-softmax", "attention-weights", "attention-output", "my-test",
    ]  # fmt: skip
    assert all(marks(c)["locked"] is not is_answer(c) for c in notebook.cells if marks(c))


def test_there_are_four_questions_to_check_oneself(notebook: NotebookNode) -> None:
    questions = _numbered(_cell(notebook, "recap").source)
    subjects = ["$j$", "sum to 1", "value vector", "leaks"]
    assert len(questions) == 4
    assert all(word in question for word, question in zip(subjects, questions, strict=True))
    assert all("?" in question for question in questions)


def test_notebook_keeps_no_outputs_and_its_ids_are_words(notebook: NotebookNode) -> None:
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in ids)
    assert all(cell.id == grade_id(cell) for cell in notebook.cells if marks(cell))
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


def test_worked_row_prints_its_numbers(
    notebook: NotebookNode, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(_cell(notebook, "worked-row-code").source, {"math": math})
    right, value, broken = capsys.readouterr().out.splitlines()
    assert "[0.269, 0.731, 0.0]" in right and right.endswith("sum 1.0")
    assert value.endswith("17.31")
    assert broken.endswith("sum 0.0012")


CHECKS = ["try-row-sums", "try-shapes", "try-worked-row", "try-my-test"]
"""Read-only cells that students run as often as they like."""


def test_checks_that_students_see_pass_on_the_solution(
    notebook: NotebookNode, lesson: Lesson, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"np": np, **lesson.implementations.load(lesson.implementations.wrong([]))}
    exec(_cell(notebook, "my-test").source, names)
    for name in CHECKS:
        exec(_cell(notebook, name).source, names)
    assert len(capsys.readouterr().out.splitlines()) == len(CHECKS)
