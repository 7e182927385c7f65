"""What the frames `experiments` and `attention` say of saved runs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nbjudge.report import Frames


@pytest.fixture
def record(course: Any) -> Any:
    return course.lesson.experiments.sample_record()


def _runs(frames: Frames) -> list[tuple[str, bool, str]]:
    columns = frames.experiments[["source", "counted", "reason"]]
    return list(columns.itertuples(index=False, name=None))


def test_each_saved_run_is_a_row_with_where_it_was_found(course: Any, record: Any) -> None:
    course.autograde("diligent", record=record)
    frames = course.frames()
    assert _runs(frames) == [("sidecar, output", True, "")] * 2
    own = ["student", "source", "record_id", "shared_with"]
    assert list(frames.experiments) == [*own, *course.lesson.experiments.COLUMNS]
    assert frames.experiments["mode"].tolist() == ["mask_before_softmax", "mask_after_softmax"]
    assert frames.submissions[["runs", "counted_runs"]].values.tolist() == [[2, 2]]


def test_record_without_a_verdict_was_found_in_the_sidecar(course: Any, record: Any) -> None:
    course.score("stock")
    course.leave("stock", None, record)
    assert _runs(course.frames()) == [("sidecar", True, "")] * 2


def test_edited_run_is_shown_and_does_not_count(course: Any, record: Any) -> None:
    record["runs"][1]["results"]["weights"][0][0] = 0.5
    course.autograde("forger", record=record)
    counted = course.frames().experiments
    assert counted.counted.tolist() == [True, False]
    assert counted.reason[1].startswith("Edited or corrupted")
    assert course.frames().submissions.counted_runs.item() == 1


def test_attention_is_one_row_per_cell(course: Any, record: Any) -> None:
    course.autograde("diligent", record=record)
    attention = course.frames().attention
    assert len(attention) == 2 * 3 * 3
    right = attention[attention.run_id == record["runs"][0]["run_id"]]
    weights = right.pivot(index="i", columns="j", values="weight")
    assert weights.loc[2].round(3).tolist() == [0.269, 0.731, 0]
    assert weights.sum(axis=1).tolist() == pytest.approx([1, 1, 1])


@pytest.mark.parametrize(
    "run", [None, 3, [], {}, {"run_id": ["<script>"]}, {"inputs": {"q": 1e999}}]
)
def test_malformed_run_is_a_row_that_does_not_count(course: Any, record: Any, run: Any) -> None:
    course.autograde("diligent", record=record)
    path = course.root / "autograded/diligent" / course.lesson.name / "experiments.json"
    record["runs"].append(run)
    path.write_text(json.dumps(record).replace("Infinity", "1e999"), "utf-8")
    frames = course.frames()
    assert frames.experiments.counted.tolist() == [True, True, False]
    assert len(frames.attention) == 18


def test_record_that_breaks_the_recomputation_costs_nobody_else_anything(
    course: Any, record: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    course.autograde("hostile", record={"runs": []})
    course.autograde("other", record=record)
    assess = course.lesson.experiments.assess

    def breaks(saved: Any) -> Any:
        return assess(saved) if saved["runs"] else 1 / 0

    monkeypatch.setattr(course.lesson.experiments, "assess", breaks)
    frames = course.frames()
    assert frames.experiments.student.tolist() == ["other", "other"]
    assert "cannot be recomputed (ZeroDivisionError)" in frames.submissions.sentence[0]


def test_text_that_utf8_cannot_hold_is_spelled_out(course: Any, record: Any) -> None:
    record["runs"][0]["label"] = "half \ud800"
    course.autograde("emoji", record=record)
    assert course.frames().experiments.label[0] == "half \\ud800"


def test_class_without_experiments_has_empty_frames_with_all_columns(course: Any) -> None:
    course.enrol("absent")
    frames = course.frames()
    assert frames.experiments.empty and "q1" in frames.experiments
    assert frames.attention.empty and "weight" in frames.attention


def test_predictions_stand_beside_what_the_runs_show(course: Any, record: Any) -> None:
    record["predictions"][0]["row_sum_mask_after_softmax"] = "equal_1"
    course.autograde("diligent", record=record)
    predictions = course.frames().predictions
    assert predictions[["predicted", "observed"]].values.tolist() == [
        ["zero", "zero"],
        ["equal to 1", "less than 1"],
    ]


def test_runs_that_do_not_count_are_no_observation(course: Any, record: Any) -> None:
    record["runs"][1]["for_submission"] = False
    course.autograde("shy", record=record)
    assert course.frames().predictions.observed.tolist() == ["zero", ""]
