"""Each failure mode fails its own hidden test and no other, alone and together with others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np
import pytest
from nbformat import NotebookNode

from nbjudge.audit._kill_matrix import _tests, failed
from nbjudge.lesson import Lesson, find_lesson
from nbjudge.notebook.cells import is_answer, outside
from nbjudge.notebook.starter import swap

MADE = find_lesson("07-self-attention", Path(__file__).parents[2]).implementations
COMBINATIONS = sorted(MADE.combinations(), key=sorted)
MODES = {
    "rows-sum-to-one", "softmax-is-stable", "output-mixes-values", "future-weight-is-zero",
    "scores-are-scaled", "rows-are-queries", "mask-changes-the-scores",
}  # fmt: skip

Fails = Callable[[str], set[str]]


@pytest.fixture(scope="module")
def tests(notebook: NotebookNode, lesson: Lesson) -> Mapping[str, CodeType]:
    return _tests(notebook, lesson)


@pytest.fixture(scope="module")
def fails(tests: Mapping[str, CodeType]) -> Fails:
    """Say which tests a source fails."""
    return lambda source: set(failed(tests, MADE.load(source)))


def _answers(notebook: NotebookNode, change: Callable[[str], str]) -> str:
    cells = [cell for cell in notebook.cells if is_answer(cell) and cell.cell_type == "code"]
    return "\n\n".join(["import numpy as np", *(change(cell.source) for cell in cells)])


def _masked(lines: str) -> str:
    """Return a right implementation but for what happens after softmax."""
    right = MADE.wrong([])
    start, end = right.index("    if causal:"), right.index("    return weights")
    body = "".join(f"        {line}\n" for line in lines.splitlines())
    return (
        f"{right[:start]}    weights = stable_softmax(scores)\n    if causal:\n{body}{right[end:]}"
    )


def test_there_are_seven_modes_and_64_combinations(tests: Mapping[str, CodeType]) -> None:
    assert set(tests) == MODES
    assert len(set(COMBINATIONS)) == 64
    assert {frozenset({mode}) for mode in MODES} < set(COMBINATIONS)


@pytest.mark.parametrize(
    "modes", COMBINATIONS, ids=lambda modes: "+".join(sorted(modes)) or "right"
)
def test_combination_fails_exactly_its_own_tests(fails: Fails, modes: frozenset[str]) -> None:
    assert fails(MADE.wrong(modes)) == modes


@pytest.mark.parametrize("style", MADE.right())
def test_right_style_passes_every_test(fails: Fails, style: str) -> None:
    assert fails(MADE.right()[style]) == set()


def test_solution_passes_and_starter_fails_exactly_its_three(
    fails: Fails, notebook: NotebookNode
) -> None:
    assert fails(_answers(notebook, lambda source: source)) == set()
    unwritten = {"rows-sum-to-one", "softmax-is-stable", "output-mixes-values"}
    assert fails(_answers(notebook, swap)) == unwritten


def test_empty_answers_fail_every_test(fails: Fails, notebook: NotebookNode) -> None:
    unsolved = _answers(notebook, lambda s: outside(s, "### BEGIN SOLUTION", "### END SOLUTION"))
    assert fails(unsolved) == MODES


@pytest.mark.parametrize(
    "renormalised",
    [
        "weights / (total + 1e-9)",
        "weights / np.maximum(total, 1e-300)",
        "np.nan_to_num(weights / total)",
        "weights / np.where(total == 0, 1, total)",
        "np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)",
        "np.where(total > 0, weights / total, ~future / np.sum(~future, axis=-1, keepdims=True))",
    ],
)
def test_guarded_renormalisation_fails_its_test_alone(fails: Fails, renormalised: str) -> None:
    source = _masked(
        "weights = np.where(future, 0.0, weights)\n"
        f"total = weights.sum(axis=-1, keepdims=True)\nweights = {renormalised}"
    )
    assert fails(source) == {"mask-changes-the-scores"}


@pytest.mark.parametrize(
    ("function", "line", "test"),
    [
        ("stable_softmax", "scores -= scores.max()", "softmax-is-stable"),
        ("attention_weights", "q /= np.sqrt(q.shape[-1])", "scores-are-scaled"),
        ("attention_weights", "k /= np.sqrt(k.shape[-1])", "scores-are-scaled"),
        ("attention", "q /= np.sqrt(q.shape[-1])", "output-mixes-values"),
        ("attention", "k -= 1", "output-mixes-values"),
        ("attention", "v *= 2", "output-mixes-values"),
    ],
)
def test_change_of_an_input_in_place_is_caught(
    tests: Mapping[str, CodeType], function: str, line: str, test: str
) -> None:
    source = re.sub(rf"(def {function}\(.*\n)", rf"\1    {line}\n", MADE.wrong([]))
    assert re.fullmatch(r"\w+ changed .* in place\.", _message(tests[test], source))


@pytest.mark.parametrize("mode", sorted(MODES))
def test_message_names_the_row_and_gives_no_expected_number(
    tests: Mapping[str, CodeType], mode: str
) -> None:
    message = _message(tests[mode], MADE.wrong([mode]))
    assert re.match(r"Row [1-6]\b", message) and message.endswith(".")
    assert not re.search(r"\d\.\d|\[\d|nan|expected", message)


def _message(test: CodeType, source: str) -> str:
    names = dict(MADE.load(source))
    with np.errstate(all="ignore"), pytest.raises(AssertionError) as failure:
        exec(test, names)
    return str(failure.value)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (1, 64), (2, 3), (5, 64)])
@pytest.mark.parametrize("causal", [True, False])
def test_solution_is_the_lessons_four_steps(
    notebook: NotebookNode, n: int, d: int, causal: bool
) -> None:
    solution: dict[str, Any] = MADE.load(_answers(notebook, lambda source: source))
    q, k, v = np.random.default_rng(n * d).normal(size=(3, n, d))
    weights, output = (
        solution["attention_weights"](q, k, causal),
        solution["attention"](q, k, v, causal),
    )
    for i in range(n):
        sources = range(i + 1) if causal else range(n)
        shares = np.array(
            [np.exp(q[i] @ k[j] / np.sqrt(d)) if j in sources else 0 for j in range(n)]
        )
        assert weights[i] == pytest.approx(shares / shares.sum())
        assert output[i] == pytest.approx(sum(w * v[j] for j, w in enumerate(weights[i])))


GLOBAL_MAXIMUM = ("np.max(scores, axis=-1, keepdims=True)", "np.max(scores)")
LOW_MASK = ("np.where(future, -np.inf, scores)", "np.where(future, -100.0, scores)")


@pytest.mark.parametrize(
    ("right", "wrong", "failed"),
    [
        (*GLOBAL_MAXIMUM, {"softmax-is-stable"}),
        (*LOW_MASK, {"future-weight-is-zero"}),
        ("-np.inf", "-1e9", set()),
    ],
    ids=["one maximum for all rows", "a mask that is not low enough", "a mask that is low enough"],
)
def test_variant_gets_the_diagnosis_that_fits(
    fails: Fails, right: str, wrong: str, failed: set[str]
) -> None:
    source = MADE.wrong([])
    assert right in source
    changed = fails(source.replace(right, wrong))
    assert changed - {"mask-changes-the-scores"} == failed


def test_one_maximum_for_all_rows_is_not_taken_for_a_late_mask(fails: Fails) -> None:
    assert fails(MADE.wrong([]).replace(*GLOBAL_MAXIMUM)) == {"softmax-is-stable"}
