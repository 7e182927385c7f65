"""A malformed record never raises, and a malformed run takes nothing from the others."""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbjudge.lesson import Experiments

COLUMNS = (
    "run_id", "saved_at", "label", "mode",
    "q1", "q2", "q3", "k1", "k2", "k3",
    "row_sum_1", "row_sum_2", "row_sum_3",
    "future_weight_total", "max_row_sum_error", "recompute_max_diff", "counted", "reason",
)  # fmt: skip

quick = settings(max_examples=80)
LEAF = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    LEAF,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def _assess(experiments: Experiments, record: Any) -> float:
    """Assess a record and make every row that the report would make; return the score."""
    assessment = experiments.assess(record)
    assert len(assessment.parts) == 4 and all(part.reason for part in assessment.parts)
    for checked in assessment.runs:
        assert tuple(experiments.row(checked)) == COLUMNS
        assert checked.counted or checked.reason
        assert all(isinstance(cell, Mapping) for cell in experiments.cells(checked))
    return assessment.score


@quick
@given(JSON)
def test_any_json_in_place_of_a_record_earns_nothing(experiments: Any, record: Any) -> None:
    assert _assess(experiments, record) == 0


@quick
@given(predictions=JSON, runs=JSON)
def test_any_json_in_a_records_lists_earns_nothing(
    experiments: Any, predictions: Any, runs: Any
) -> None:
    record = experiments.sample_record([])
    record |= {"predictions": [predictions], "runs": [runs]}
    assert _assess(experiments, record) == 0
    assert _assess(experiments, record | {"predictions": predictions, "runs": runs}) == 0


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to each value inside a value, itself included."""
    keys = value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    return [path, *(place for key in keys for place in _places(value[key], (*path, key)))]


@quick
@given(junk=JSON, data=st.data())
def test_junk_anywhere_in_a_record_never_raises_and_never_adds_a_point(
    experiments: Any, junk: Any, data: st.DataObject
) -> None:
    record = deepcopy(experiments.sample_record())
    *path, last = data.draw(st.sampled_from(_places(record)[1:]))
    target = record
    for step in path:
        target = target[step]
    target[last] = junk
    assert 0 <= _assess(experiments, record) <= 4


def _with_first_run_changed(experiments: Experiments, part: str, name: str, value: Any) -> Any:
    """Return a good record with one run more in front, which has this value there."""
    record = experiments.sample_record()
    extra = experiments.sample_record(seed="extra")["runs"][0]
    (extra[part] if part else extra)[name] = value
    record["runs"].insert(0, extra)
    return record


@pytest.mark.parametrize("junk", [None, -1, math.nan, math.inf, "1", "<script>", [], {}, [[[]]]])
@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("", "run_id"), ("", "seq"), ("", "mode"), ("", "for_submission"), ("", "inputs"),
        ("", "results"), ("inputs", "q"), ("inputs", "causal_mask"), ("results", "weights"),
        ("results", "masked_scores"), ("results", "max_row_sum_error"),
    ],
)  # fmt: skip
def test_malformed_run_does_not_count_and_the_others_do(
    experiments: Experiments, part: str, name: str, junk: Any
) -> None:
    record = _with_first_run_changed(experiments, part, name, junk)
    first, *others = experiments.assess(record).runs
    assert not first.counted and first.reason
    assert all(checked.counted for checked in others)
    _assess(experiments, record)


@pytest.mark.parametrize(
    "number", [None, True, "1", 101, -100.5, 10**400, math.nan, math.inf], ids=lambda x: str(x)[:5]
)
def test_input_that_nobody_can_type_does_not_count(experiments: Experiments, number: Any) -> None:
    record = _with_first_run_changed(experiments, "inputs", "q", [1, number, 1])
    assert not experiments.assess(record).runs[0].counted
    _assess(experiments, record)


@pytest.mark.parametrize("version", ["2.0", "0.9", "10.0", "", None, 2, [1], "one"])
def test_record_of_another_major_version_earns_nothing(
    experiments: Experiments, version: Any
) -> None:
    record = experiments.sample_record() | {"schema_version": version}
    assert _assess(experiments, record) == 0
    assert "version" in experiments.assess(record).parts[0].reason


def test_record_of_a_later_minor_version_with_new_fields_counts(experiments: Experiments) -> None:
    record = experiments.sample_record() | {"schema_version": "1.7", "new": 1}
    record["runs"][0]["new"] = {"deep": [1]}
    assert _assess(experiments, record) == 4


@pytest.mark.parametrize("schema", [None, "", "another", 3, ["attention-workbench/record"]])
def test_record_of_another_program_earns_nothing(experiments: Experiments, schema: Any) -> None:
    record = experiments.sample_record() | {"schema": schema}
    assert "not a record" in experiments.assess(record).parts[0].reason


def test_row_of_a_run_is_plain_and_a_malformed_one_has_no_numbers(experiments: Experiments) -> None:
    record = experiments.sample_record()
    record["runs"].append({"run_id": 7, "label": ["a"]})
    good, _broken, malformed = map(experiments.row, experiments.assess(record).runs)
    assert (good["q1"], good["k3"], good["row_sum_2"]) == (1, 9, pytest.approx(1))
    assert (good["mode"], good["counted"]) == ("mask_before_softmax", True)
    assert (malformed["run_id"], malformed["label"], malformed["mode"]) == ("7", "['a']", "")
    assert all(math.isnan(malformed[name]) for name in COLUMNS[4:16])


def test_cells_are_the_saved_matrices_counted_from_1(experiments: Experiments) -> None:
    record = experiments.sample_record()
    record["runs"].append({})
    first, _second, malformed = experiments.assess(record).runs
    cells = list(experiments.cells(first))
    assert [(cell["i"], cell["j"]) for cell in cells] == [
        (i, j) for i in (1, 2, 3) for j in (1, 2, 3)
    ]
    assert cells[5] == {"i": 2, "j": 3, "score": 9, "weight": 0}
    assert list(experiments.cells(malformed)) == []
