"""A saved run is recomputed; four points say what the record shows."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from nbjudge.lesson import Assessment, Experiments

WORKED = {"q": [1, 1, 1], "k": [1, 2, 9]}
BROKEN = {"mask_after_softmax": True}
MILD = {"q": [1, 1, 1], "k": [9, 1, -9]}  # the future takes less than 0.01 of any row


def _earned(assessment: Assessment) -> list[float]:
    return [part.earned for part in assessment.parts]


def _reasons(assessment: Assessment) -> str:
    return " ".join(part.reason for part in assessment.parts)


@pytest.mark.parametrize(
    ("runs", "earned", "reason"),
    [
        ([WORKED, WORKED | BROKEN], [1, 1, 1, 1], "the rows do not sum to 1"),
        ([WORKED | BROKEN, WORKED], [1, 1, 1, 1], "Same q and k"),
        ([], [1, 0, 0, 0], "No correct run counts. No broken run counts."),
        ([WORKED], [1, 1, 0, 0], "No broken run counts."),
        ([WORKED | BROKEN], [1, 0, 0, 0], "no correct run with the same q and k"),
        ([WORKED, MILD | BROKEN], [1, 1, 0, 0], "no correct run with the same q and k"),
        ([MILD, MILD | BROKEN], [1, 1, 1, 0], "hides the failure"),
        ([MILD, MILD | BROKEN, WORKED, WORKED | BROKEN], [1, 1, 1, 1], "Recomputed"),
        ([WORKED | {"causal_mask": False}], [1, 0, 0, 0], "No correct run counts"),
    ],
    ids=lambda value: "" if isinstance(value, list) else str(value),
)
def test_each_point_is_for_what_was_saved(
    experiments: Experiments, runs: Any, earned: list[float], reason: str
) -> None:
    assessment = experiments.assess(experiments.sample_record(runs))
    assert _earned(assessment) == earned
    assert assessment.score == sum(earned)
    assert reason in _reasons(assessment)
    assert all(checked.counted and checked.reason == "" for checked in assessment.runs)


def test_no_record_earns_nothing(experiments: Experiments) -> None:
    assessment = experiments.assess(None)
    assert (assessment.score, assessment.runs) == (0, ())
    assert [part.reason for part in assessment.parts] == ["No experiment was saved."] * 4


def test_without_a_prediction_only_that_point_is_lost(experiments: Experiments) -> None:
    assessment = experiments.assess(experiments.sample_record(predicted=False))
    assert _earned(assessment) == [0, 1, 1, 1]
    assert assessment.parts[0].reason == "No prediction."


def test_prediction_after_the_first_run_is_too_late(experiments: Experiments) -> None:
    record = experiments.sample_record()
    record["predictions"][0]["seq"] = 3
    for run, seq in zip(record["runs"], (2, 4), strict=True):
        run |= {"seq": seq, "prediction_id": None}
    assessment = experiments.assess(record)
    assert _earned(assessment) == [0, 1, 1, 1]
    assert "after the first run" in assessment.parts[0].reason


def test_run_that_names_a_later_prediction_does_not_count(experiments: Experiments) -> None:
    record = experiments.sample_record()
    record["predictions"][0]["seq"] = 9
    assessment = experiments.assess(record)
    assert [checked.counted for checked in assessment.runs] == [False, False]
    assert "made after it" in assessment.runs[0].reason


def test_run_that_is_not_for_submission_does_not_count(experiments: Experiments) -> None:
    record = experiments.sample_record()
    record["runs"][1]["for_submission"] = False
    assessment = experiments.assess(record)
    assert _earned(assessment) == [1, 1, 0, 0]
    assert "not for submission" in assessment.runs[1].reason


@pytest.mark.parametrize("mode", ["mask_before_softmax", "no_mask"])
def test_run_with_the_wrong_mode_does_not_count(experiments: Experiments, mode: str) -> None:
    record = experiments.sample_record()
    record["runs"][1]["mode"] = mode
    assessment = experiments.assess(record)
    assert _earned(assessment) == [1, 1, 0, 0]
    assert assessment.runs[1].reason


@pytest.mark.parametrize("number", [0.5, 1e-9, math.nan, -1])
@pytest.mark.parametrize(
    "place",
    [("scores", 1, 2), ("weights", 1, 0), ("weights", 0, 0), ("row_sums", 1),
     ("future_weight", 0), ("future_weight_total",), ("max_row_sum_error",)],
    ids=lambda place: place[0],
)  # fmt: skip
def test_forged_result_does_not_count(
    experiments: Experiments, place: tuple[Any, ...], number: float
) -> None:
    record = experiments.sample_record()
    *path, last = place
    target = record["runs"][1]["results"]
    for step in path:
        target = target[step]
    target[last] = target[last] + number
    assessment = experiments.assess(record)
    assert not assessment.runs[1].counted and assessment.runs[1].reason
    assert _earned(assessment) == [1, 1, 0, 0]


def test_one_forged_run_is_reported_although_the_others_agree(experiments: Experiments) -> None:
    record = experiments.sample_record([WORKED, WORKED | BROKEN, MILD])
    record["runs"][2]["results"]["row_sums"][0] = 0.7
    assessment = experiments.assess(record)
    assert _earned(assessment) == [1, 1, 1, 0]
    assert "1 saved run(s) disagree" in assessment.parts[3].reason
    assert assessment.runs[2].max_difference == pytest.approx(0.3)


def test_worked_row_is_recomputed(experiments: Experiments) -> None:
    right, broken = (run["results"] for run in experiments.sample_record()["runs"])
    assert right["weights"][1] == pytest.approx([0.269, 0.731, 0], abs=5e-4)
    assert right["masked_scores"][1] == [1, 2, None]
    assert right["row_sums"] == pytest.approx([1, 1, 1])
    assert sum(broken["weights"][1]) == pytest.approx(0.00125, abs=1e-5)
    assert broken["future_weight_total"] == right["future_weight_total"] == 0


def test_unmasked_run_may_leave_the_broken_switch_on(experiments: Experiments) -> None:
    """The format lets it: without a mask there is nothing that could come too late."""
    record = experiments.sample_record([WORKED | {"causal_mask": False}])
    record["runs"][0]["inputs"]["mask_after_softmax"] = True
    (checked,) = experiments.assess(record).runs
    assert checked.counted and checked.reason == ""


def test_same_seed_makes_the_same_record(experiments: Experiments) -> None:
    assert experiments.sample_record(seed="a") == experiments.sample_record(seed="a")
    assert experiments.sample_record(seed="a") != experiments.sample_record(seed="b")


def test_two_sample_records_share_nothing(experiments: Experiments) -> None:
    """A test or an audit that forges one must not forge the next."""
    first, second = experiments.sample_record(), experiments.sample_record()
    assert first["software"] is not second["software"]
    assert first["runs"][0]["inputs"]["q"] is not second["runs"][0]["inputs"]["q"]


@pytest.mark.parametrize(
    ("content", "record"),
    [
        (None, None), (b"", {}), (b"{", {}), (b"[]", {}), (b"\xff", {}), (b"[" * 100_000, {}),
        (b'{"runs": []}', {"runs": []}), (b'\xef\xbb\xbf{"runs": []}', {"runs": []}),
    ],
    ids=["no file", "empty", "cut", "a list", "not UTF-8", "too deep", "record", "byte order mark"],
)  # fmt: skip
def test_file_is_read_without_an_error(
    experiments: Any, tmp_path: Path, content: bytes | None, record: Any
) -> None:
    path = tmp_path / "experiments.json"
    if content is not None:
        path.write_bytes(content)
    assert experiments.read(path) == record
