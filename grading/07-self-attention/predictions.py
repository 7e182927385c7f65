"""What a student predicted in the workbench, beside what the student's own runs show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

WORDS = {
    "zero": "zero",
    "nonzero": "not zero",
    "less_than_1": "less than 1",
    "equal_1": "equal to 1",
    "more_than_1": "more than 1",
}
"""A record's words → those that the workbench shows."""


def predictions(
    valid: Sequence[Mapping[str, Any]], counted: Sequence[Mapping[str, Any]], shows: float
) -> Iterator[dict[str, str]]:
    """Yield the questions and their answers, from the first prediction that was recorded.

    Parameters
    ----------
    valid : sequence of mapping
        The record's well-formed predictions.
    counted : sequence of mapping
        The runs that count as evidence; only they are observations.
    shows : float
        A row sum shows the failure when it is off by at least this much.
    """
    if not valid:
        return
    first = min(valid, key=lambda prediction: prediction["seq"])
    for field, (question, observe) in QUESTIONS.items():
        yield {
            "question": question,
            "predicted": WORDS[first[field]],
            "observed": observe(counted, shows),
            "text": first["text"],
        }


def _future(counted: Sequence[Mapping[str, Any]], _shows: float) -> str:
    masked = [run["results"] for run in counted if run["inputs"]["causal_mask"]]
    if not masked:
        return ""
    return "not zero" if any(results["future_weight_total"] for results in masked) else "zero"


def _row_sums(counted: Sequence[Mapping[str, Any]], shows: float) -> str:
    broken = [run["results"]["row_sums"] for run in counted if run["mode"] == "mask_after_softmax"]
    sums = [value for values in broken for value in values]
    if not sums:
        return ""
    if min(sums) <= 1 - shows:
        return "less than 1"
    return "more than 1" if max(sums) >= 1 + shows else "equal to 1"


Observe = Callable[[Sequence[Mapping[str, Any]], float], str]

QUESTIONS: dict[str, tuple[str, Observe]] = {
    "future_weight_with_mask": ("Weight on the future, with the mask", _future),
    "row_sum_mask_after_softmax": ("Row sums, when the mask comes after softmax", _row_sums),
}
"""A prediction's field → what was asked, and how runs answer it."""
