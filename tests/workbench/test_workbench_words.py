"""What the workbench says in words is what its numbers show."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Document = dict[str, Any]
Calls = Callable[..., list[Any]]
FUTURE = {"i": 1, "j": 2}  # row 2, column 3


def values(k: list[float], after: bool = True, mask: bool = True, q: Any = (1, 1, 1)) -> Document:
    return {"q": list(q), "k": k, "causal_mask": mask, "mask_after_softmax": after}


@pytest.fixture
def say(call: Calls) -> Callable[..., Any]:
    """Call a function of the module with these values, their results, and more."""

    def ask(name: str, given: Document, *more: Any, before: tuple[Any, ...] = ()) -> Any:
        (results,) = call(["attention", given])
        return call([name, *before, given, results, *more])[0]

    return ask


def test_the_sentence_names_row_sums_before_future_weight(say: Callable[..., Any]) -> None:
    assert say("sentences", values([1, 2, 9])) == [
        "Rows 1 and 2 do not sum to 1.",
        "Future-token weight 0.000.",
        "Softmax gave 0.999 of row 2 to the future; zeroing it afterwards left 0.001.",
    ]
    assert say("sentences", values([1, 2, 9], after=False)) == [
        "Every row sums to 1.",
        "Future-token weight 0.000.",
    ]
    no_mask = say("sentences", values([1, 2, 9], mask=False))
    assert no_mask[0] == "Every row sums to 1." and "nothing hides the future" in no_mask[1]


def test_the_sentence_explains_a_row_in_which_the_failure_shows(say: Callable[..., Any]) -> None:
    only_row_1 = values([-100, 100, -100])
    assert say("sentences", only_row_1)[-1].startswith("Softmax gave 1.000 of row 1 to the future")


def test_a_failure_that_hardly_shows_is_named_with_its_remedy(say: Callable[..., Any]) -> None:
    assert say("hint", values([1, 2, 9])) == ""
    assert say("hint", values([20, 9, 1], after=False)) == ""
    assert say("hint", values([20, 9, 1])).endswith("make a future key larger.")
    assert say("hint", values([-20, -9, -1], q=(-1, -1, 1))).endswith("make a future key smaller.")


@pytest.mark.parametrize(
    ("total", "words"),
    [
        ("equal_1", "exactly 1; it sums to 0.001. What explains the difference?"),
        ("more_than_1", "more than 1; it sums to 0.001. What explains the difference?"),
        ("less_than_1", "less than 1; it sums to 0.001. That is what you expected."),
    ],
)
def test_the_gap_to_the_prediction_is_told(total: str, words: str, say: Callable[..., Any]) -> None:
    prediction = {"future_weight_with_mask": "nonzero", "row_sum_mask_after_softmax": total}
    broken = say("gap", values([1, 2, 9]), before=(prediction,))
    assert broken == f"You predicted that row 2 sums to {words}"
    correct = say("gap", values([1, 2, 9], after=False), before=(prediction,))
    assert correct == (
        "You predicted some weight of token 2 on token 3; it is 0.000. "
        "What explains the difference?"
    )


def test_without_a_prediction_there_is_no_gap(say: Callable[..., Any]) -> None:
    assert say("gap", values([1, 2, 9]), before=(None,)) == ""


@pytest.mark.parametrize(
    ("switches", "at", "line"),
    [
        (
            {"after": False},
            FUTURE,
            "reads token 3 (future): 1 × 9 ÷ √1 = 9 → masked to −∞ → weight 0",
        ),
        ({}, FUTURE, "reads token 3 (future): 1 × 9 ÷ √1 = 9 → softmax gives 0.999 → masked to 0"),
        (
            {"mask": False},
            FUTURE,
            "reads token 3 (future): 1 × 9 ÷ √1 = 9 → softmax → weight 0.999",
        ),
        (
            {"after": False},
            {"i": 1, "j": 1},
            "reads itself: 1 × 2 ÷ √1 = 2 → softmax → weight 0.731",
        ),
    ],
)
def test_a_cell_is_derived_in_one_line(
    switches: Document, at: Document, line: str, say: Callable[..., Any]
) -> None:
    said = say("derivation", values([1, 2, 9], **switches), at)
    assert said == f"Row q2, column k{at['j'] + 1}: token 2 {line}"


def test_a_row_sum_is_derived_from_its_weights(say: Callable[..., Any]) -> None:
    line = say("derivation", values([1, 2, 9], after=False), {"i": 1, "j": 3})
    assert line == "Row q2: 0.269 + 0.731 + 0.000 = 1.000, the row sums to 1"
    assert say("derivation", values([1, 2, 9]), {"i": 1, "j": 3}).endswith("= 0.001, not 1")


def test_negative_and_broken_numbers_are_readable(say: Callable[..., Any]) -> None:
    given = values([-0.1, 2, 9], after=False, q=(3, 0.3, 1))
    line = say("derivation", given, {"i": 0, "j": 0})
    assert "3 × (−0.1) ÷ √1 = −0.3 →" in line


def test_a_row_is_computed_step_by_step_in_the_order_of_its_mode(call: Calls) -> None:
    correct, broken, no_mask = call(
        ["rowSteps", values([1, 2, 9], after=False), 1],
        ["rowSteps", values([1, 2, 9]), 1],
        ["rowSteps", values([1, 2, 9], mask=False), 1],
    )
    assert correct == [
        "score: 1, 2, 9",
        "mask: 1, 2, −∞",
        "softmax: subtract the largest, 2: −1, 0, −∞",
        "e to the power of each: 0.368, 1.000, 0.000",
        "divide by their sum, 1.368: 0.269, 0.731, 0.000",
        "row sum: 1.000",
    ]
    assert broken[-2:] == ["mask: 0.0003, 0.001, 0.000", "row sum: 0.001"]
    assert [step.partition(":")[0] for step in broken][:2] == ["score", "softmax"]
    assert not any(step.startswith("mask") for step in no_mask)


def test_messages_never_say_recorded_before_it_is(call: Calls) -> None:
    state = {
        "readOnly": False,
        "versions": False,
        "storage": {"kind": "file", "name": "experiments.json"},
        "connected": True,
        "waited": 0,
        "oldest": -1,
    }
    asked = [
        state,
        state | {"oldest": 10},
        state | {"oldest": 1500},
        state | {"oldest": 8000},
        state | {"connected": False},
        state | {"connected": False, "waited": 8000},
        state | {"storage": {"kind": "memory", "name": "experiments.json"}},
        state | {"readOnly": True, "oldest": 8000},
    ]
    said = call(*(["stateText", given] for given in asked))
    assert said[0] == "Recording to experiments.json"
    assert said[1] == "Sending…"
    assert said[2] == "Waiting for Python (it may be running another cell)…"
    assert said[3].startswith("Not recorded yet. If Python is busy")
    assert said[4] == "Connecting to Python…"
    assert said[5] == "Python does not answer. To record, run this cell again."
    assert said[6] == "Kept in memory only."
    assert said[7] == "Opened for grading: saving is off."
    assert not any(text.startswith("Recording") for text in said[1:])


def test_a_saved_run_comes_with_what_to_do_next(call: Calls) -> None:
    saved = {"kind": "save_run", "number": 2, "late": False, "memory": False, "time": "14:03"}
    asked = [saved, saved | {"late": True}, saved | {"memory": True}]
    on_time, late, memory = call(*(["recordedText", given] for given in asked))
    after = " Run the evidence cell below, then save the notebook (Ctrl+S), before you hand in."
    assert on_time == "Run 2 recorded 14:03." + after
    assert late == "Run 2 recorded (late)." + after
    assert memory == "Run 2 kept in memory only 14:03." + after
    lacks = "A broken run is still missing."
    assert call(["recordedText", saved | {"missing": lacks}]) == [f"Run 2 recorded 14:03. {lacks}"]
    predicted = {**saved, "kind": "predict"}
    assert call(["recordedText", predicted | {"number": 1}]) == ["Prediction recorded."]
    assert call(["recordedText", predicted]) == ["Prediction 2 recorded."]


def test_keys_move_within_the_matrix_and_others_do_not(call: Calls) -> None:
    moves = {
        ("ArrowLeft", 1, 2): {"i": 1, "j": 1},
        ("ArrowRight", 1, 3): {"i": 1, "j": 3},
        ("ArrowUp", 0, 2): {"i": 0, "j": 2},
        ("ArrowDown", 1, 2): {"i": 2, "j": 2},
        ("Home", 1, 2): {"i": 1, "j": 0},
        ("End", 1, 2): {"i": 1, "j": 3},
        ("m", 1, 2): None,
        ("Tab", 1, 2): None,
    }
    calls = [["moved", key, {"i": i, "j": j}, 4] for key, i, j in moves]
    assert json.dumps(call(*calls)) == json.dumps(list(moves.values()))
