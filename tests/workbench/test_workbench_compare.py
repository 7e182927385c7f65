"""The compare view finds its pair by itself and says in words what differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attention_workbench._evidence as evidence
import pytest
from attention_workbench import Workbench, load_record

Document = dict[str, Any]
Calls = Callable[..., list[Any]]
Message = Callable[..., Document]
OTHER = [2, 2, 9]
CORRECT, BROKEN, OPEN = "mask_before_softmax", "mask_after_softmax", "no_mask"


@pytest.fixture
def runs(saves: Message) -> Callable[..., list[Document]]:
    """Make runs from pairs of mode and keys."""
    return lambda *pairs: [saves(mode, k=k)["body"] for mode, k in pairs]


@pytest.mark.parametrize(
    ("saved", "pair"),
    [
        ([(CORRECT, OTHER), (BROKEN, OTHER)], [0, 1]),
        ([(BROKEN, OTHER), (CORRECT, OTHER)], [1, 0]),
        ([(CORRECT, OTHER), (BROKEN, OTHER), (BROKEN, OTHER)], [0, 2]),
        ([(CORRECT, OTHER), (BROKEN, OTHER), (CORRECT, [1, 2, 9])], [0, 1]),
        ([(CORRECT, OTHER), (CORRECT, [1, 2, 9]), (BROKEN, OTHER), (BROKEN, [1, 2, 9])], [1, 3]),
        ([(CORRECT, [1, 2, 9]), (BROKEN, [1, 2, 9]), (OPEN, [1, 2, 9])], [0, 1]),
    ],
)
def test_the_newest_pair_with_the_same_values_is_picked(
    saved: list[tuple[str, list[float]]], pair: list[int], runs: Any, call: Calls
) -> None:
    assert call(["pairOf", runs(*saved)]) == [{"pair": pair, "lacks": "", "other": None}]


@pytest.mark.parametrize(
    ("saved", "lacks", "other"),
    [
        ([], "A correct and a broken run are still missing.", None),
        ([(OPEN, OTHER)], "A correct and a broken run are still missing.", None),
        ([(CORRECT, OTHER)], "A broken run with q = 1, 1, 1 and k = 2, 2, 9 is still missing.", 0),
        ([(BROKEN, OTHER)], "A correct run with q = 1, 1, 1 and k = 2, 2, 9 is still missing.", 0),
        (
            [(CORRECT, OTHER), (BROKEN, [1, 2, 9]), (OPEN, OTHER)],
            "A correct run with q = 1, 1, 1 and k = 1, 2, 9 is still missing.",
            1,
        ),
    ],
)
def test_without_a_pair_it_says_which_run_is_missing(
    saved: list[tuple[str, list[float]]], lacks: str, other: int | None, runs: Any, call: Calls
) -> None:
    made = runs(*saved)
    (found,) = call(["pairOf", made])
    assert found["pair"] is None and found["lacks"] == lacks
    assert found["other"] == (None if other is None else made[other])


@pytest.mark.parametrize(
    ("saved", "missing"),
    [
        ([(CORRECT, OTHER)], "A broken run with q = 1, 1, 1 and k = 2, 2, 9 is still missing."),
        (
            [(CORRECT, OTHER), (BROKEN, [1, 2, 9])],
            "A correct run with q = 1, 1, 1 and k = 1, 2, 9 is still missing.",
        ),
        (
            [(CORRECT, [9, -20, -40]), (BROKEN, [9, -20, -40])],
            "With these values the failure hardly shows: make a future key larger.",
        ),
        ([(CORRECT, OTHER), (BROKEN, OTHER)], ""),
        ([(CORRECT, OTHER), (BROKEN, OTHER), (CORRECT, [1, 2, 9])], ""),
    ],
)
def test_after_a_save_it_says_what_the_evidence_still_lacks(
    saved: list[tuple[str, list[float]]], missing: str, runs: Any, call: Calls
) -> None:
    record = {"predictions": [], "runs": runs(*saved)}
    assert call(["stillMissing", record]) == [missing]


def test_a_run_not_for_submission_is_still_missing(runs: Any, call: Calls) -> None:
    correct, broken = runs((CORRECT, OTHER), (BROKEN, OTHER))
    record = {"predictions": [], "runs": [correct, broken | {"for_submission": False}]}
    (missing,) = call(["stillMissing", record])
    assert missing.startswith("A broken run with")


def test_differences_are_told_in_words(runs: Any, call: Calls) -> None:
    correct, broken = runs((CORRECT, [1, 2, 9]), (BROKEN, [1, 2, 9]))
    assert call(["differences", correct, broken, ["run 1", "run 2"]])[0] == [
        "Same q and k: only what happens to the mask differs.",
        "Row 1 sums to 1.000 in run 1 and to 0.0003 in run 2.",
        "Row 2 sums to 1.000 in run 1 and to 0.001 in run 2.",
        "Row 3 sums to 1.000 in both.",
        "Future weight is 0.000 in both: it does not tell them apart.",
    ]


def test_runs_that_the_learner_picked_are_compared_with_care(runs: Any, call: Calls) -> None:
    correct, other, unmasked = runs((CORRECT, [1, 2, 9]), (CORRECT, OTHER), (OPEN, [1, 2, 9]))
    names = ["run 1", "run 2"]
    apart, same, leak = call(
        ["differences", correct, other, names],
        ["differences", correct, correct, names],
        ["differences", correct, unmasked, names],
    )
    assert apart[0].startswith("q and k differ")
    assert same[0] == "Same q and k, and the same order."
    assert leak[-1] == "Future weight is 0.000 in run 1 and 1.998 in run 2."


@pytest.mark.parametrize(
    "steps",
    [
        ["predict"],
        ["predict", CORRECT],
        ["predict", CORRECT, BROKEN],
        ["predict", BROKEN],
        [CORRECT, BROKEN],
        [CORRECT, "predict", BROKEN],
        ["predict", "quiet"],
    ],
)
def test_the_list_of_what_is_missing_agrees_with_the_grader_and_the_evidence_cell(
    steps: list[str], call: Calls, predicts: Message, saves: Message, graded: Any
) -> None:
    workbench = Workbench()
    for step in steps:
        messages = {
            "predict": lambda: [predicts()],
            "quiet": lambda: [saves(CORRECT, k=[9, -20, -40]), saves(BROKEN, k=[9, -20, -40])],
        }.get(step, lambda mode=step: [saves(mode)])()
        for message in messages:
            assert workbench._handle(message)["ok"]
    record = load_record()
    (needs,) = call(["checklist", record.document])
    assert [float(done) for done, _ in needs] == [part.earned for part in graded(record.document)]
    if all(done for done, _ in needs):
        assert evidence.missing(record) == []
