"""What is recorded is what was on the screen, and the grader's recomputation agrees."""

from __future__ import annotations

from typing import Any

import pytest

from nbjudge.lesson import Lesson

from .notebook_page import NotebookPage
from .workbench_page import WorkbenchPage

pytestmark = pytest.mark.slow
Q, K = [1, -0.5, 2], [0.25, 3, 6]


def test_the_file_holds_both_runs_as_they_were_shown(everywhere: NotebookPage, lesson: Lesson):
    workbench = everywhere.open_workbench()
    workbench.predict()
    workbench.enter(Q, K)
    workbench.save(1)
    correct = screen(workbench)
    workbench.broken.check()
    workbench.save(2)
    broken = screen(workbench)

    record = everywhere.record()
    assert [run["mode"] for run in record["runs"]] == ["mask_before_softmax", "mask_after_softmax"]
    for run, shown in zip(record["runs"], (correct, broken), strict=True):
        assert (run["inputs"]["q"], run["inputs"]["k"]) == (Q, K)
        assert prints(shown, run["results"])
    assessment = lesson.experiments.assess(record)
    assert assessment.score == 4, assessment.parts
    assert all(run.max_difference <= lesson.experiments.TOLERANCE for run in assessment.runs)


def screen(workbench: WorkbenchPage) -> dict[str, list[list[str]]]:
    tables = {
        "scores": workbench.scores,
        "masked_scores": workbench.masked_scores,
        "weights": workbench.weights,
    }
    return {name: workbench.numbers(table) for name, table in tables.items() if table.count()}


def prints(shown: dict[str, list[list[str]]], results: dict[str, Any]) -> bool:
    """Tell whether each table shows what was saved; rows of weights end with their two sums."""
    sums = zip(results["weights"], results["row_sums"], results["future_weight"], strict=True)
    expected = {"scores": results["scores"], "weights": [[*row, *totals] for row, *totals in sums]}
    if results["masked_scores"]:
        expected["masked_scores"] = results["masked_scores"]
    return shown.keys() == expected.keys() and all(
        stands_for(text, value)
        for name, rows in expected.items()
        for texts, values in zip(shown[name], rows, strict=True)
        for text, value in zip(texts, values, strict=True)
    )


def stands_for(text: str, value: float | None) -> bool:
    """Tell whether this text is the value, rounded to the digits that the text has."""
    if value is None:
        return text == "−∞"
    plain = text.replace("−", "-")
    digits, _, exponent = plain.partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
    return abs(float(plain) - value) <= 0.5000001 * unit
