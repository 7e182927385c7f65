"""The format has two guards, the JSON Schema file and the module's own validator: they agree."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attention_workbench
import jsonschema
import pytest
from attention_workbench import RecordError, load_record
from attention_workbench._rules import OtherVersionError
from attention_workbench._validate import check, check_size

Document = dict[str, Any]
SCHEMA = json.loads(
    Path(attention_workbench.__file__).with_name("record.schema.json").read_text("utf-8")
)
UUID = "0b9f0e0c-8f2b-4a8e-9d0e-0123456789ab"


def schema_accepts(document: object) -> bool:
    return jsonschema.Draft202012Validator(SCHEMA).is_valid(document)


def put(path: str, value: object) -> Callable[[Document], None]:
    """Make a change: `put("runs.0.label", 3)`."""

    def change(document: Any) -> None:
        *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
        for step in way:
            document = document[step]
        document[last] = value

    return change


def drop(path: str) -> Callable[[Document], None]:
    def change(document: Any) -> None:
        *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
        for step in way:
            document = document[step]
        del document[last]

    return change


FIELDS = [
    *(f"{name}" for name in SCHEMA["required"]),
    *(f"software.{name}" for name in SCHEMA["$defs"]["software"]["required"]),
    *(f"predictions.0.{name}" for name in SCHEMA["$defs"]["prediction"]["required"]),
    *(f"runs.0.{name}" for name in SCHEMA["$defs"]["run"]["required"]),
    *(f"runs.0.inputs.{name}" for name in SCHEMA["$defs"]["inputs"]["required"]),
    *(f"runs.0.results.{name}" for name in SCHEMA["$defs"]["results"]["required"]),
    *(f"runs.0.engine.{name}" for name in SCHEMA["$defs"]["engine"]["required"]),
]

BOTH_REFUSE = {
    "another schema": (put("schema", "something/else"), "not a workbench record"),
    "a version that is a number": (put("schema_version", 1.0), "'schema_version' must be such as"),
    "another major version": (put("schema_version", "2.0"), "format version 2.0"),
    "an id of another kind": (put("record_id", "record-1"), "'record_id' must be an id"),
    "an id in capitals": (put("record_id", UUID.upper()), "'record_id' must be an id"),
    "a time without zone": (
        put("created_at", "2026-01-31T14:00:00"),
        "'created_at' must be a time",
    ),
    "a month 13": (put("updated_at", "2026-13-01T00:00:00Z"), "'updated_at' must be a time"),
    "software in text": (put("software", "1.0"), "'software' must be a JSON object"),
    "a front end that is unknown": (put("software.frontend", "vim"), "'frontend' must be one of"),
    "predictions in an object": (put("predictions", {}), "'predictions' must be a list"),
    "a prediction in text": (put("predictions.0", "zero"), "Prediction 1 must be a JSON object"),
    "an empty sentence": (put("predictions.0.text", ""), "'text' must be a sentence"),
    "a sentence of blanks": (put("predictions.0.text", " \n"), "'text' must be a sentence"),
    "a sentence too long": (put("predictions.0.text", "x" * 2001), "'text' must be a sentence"),
    "half an emoji": (put("predictions.0.text", "\ud83d"), "'text' must be a sentence"),
    "a word not offered": (
        put("predictions.0.future_weight_with_mask", "maybe"),
        "must be zero or nonzero",
    ),
    "a sum not offered": (
        put("predictions.0.row_sum_mask_after_softmax", 1),
        "must be less_than_1, equal_1 or more_than_1",
    ),
    "201 runs": (lambda d: d["runs"].extend([d["runs"][0]] * 199), "at most 200 runs"),
    "a run that is null": (put("runs.0", None), "Run 1 must be a JSON object"),
    "seq 0": (put("runs.0.seq", 0), "'seq' must be a whole number"),
    "seq in text": (put("runs.0.seq", "2"), "'seq' must be a whole number"),
    "seq true": (put("runs.0.seq", True), "'seq' must be a whole number"),
    "a prediction id in words": (put("runs.0.prediction_id", "first"), "or null"),
    "a label too long": (put("runs.0.label", "x" * 61), "at most 60 characters"),
    "for_submission 1": (put("runs.0.for_submission", 1), "'for_submission' must be true or false"),
    "a mode not offered": (put("runs.0.mode", "masked"), "'mode' must be one of"),
    "a mode against the switches": (put("runs.0.mode", "no_mask"), "does not fit the two switches"),
    "switches against the mode": (put("runs.1.inputs.causal_mask", False), "does not fit"),
    "four tokens": (put("runs.0.inputs.n", 4), "'n' must be 3"),
    "n true": (put("runs.0.inputs.n", True), "'n' must be 3"),
    "two dimensions": (put("runs.0.inputs.d", 2), "'d' must be 1"),
    "two queries": (put("runs.0.inputs.q", [1, 1]), "'q' must be three numbers"),
    "a query of 101": (put("runs.0.inputs.q", [1, 1, 101]), "'q' must be three numbers"),
    "a key in text": (put("runs.0.inputs.k", [1, 2, "9"]), "'k' must be three numbers"),
    "a key that is true": (put("runs.0.inputs.k", [1, 2, True]), "'k' must be three numbers"),
    "an infinite weight": (put("runs.0.results.weights.0.0", math.inf), "'weights' must be three"),
    "a weight that is null": (put("runs.0.results.weights.0.1", None), "'weights' must be three"),
    "a row too short": (put("runs.0.results.scores.2", [1, 2]), "'scores' must be three rows"),
    "row sums in one number": (put("runs.0.results.row_sums", 1), "'row_sums' must be three"),
    "a total in text": (put("runs.0.results.future_weight_total", "0"), "must be a finite number"),
    "no minus infinity": (put("runs.0.results.masked_scores.0.1", 2), "null for the future cells"),
    "a visible null": (put("runs.0.results.masked_scores.2.0", None), "null for the future cells"),
    "masked scores missing": (put("runs.0.results.masked_scores", None), "'masked_scores' belongs"),
    "masked scores too many": (
        lambda d: d["runs"][1]["results"].update(d["runs"][0]["results"]),
        "'masked_scores' belongs",
    ),
    "single precision": (put("runs.0.engine.dtype", "float32"), "'dtype' must be float64"),
}

ONLY_THE_VALIDATOR_REFUSES = {
    "two runs with one id": (
        lambda d: d["runs"][1].update(run_id=d["runs"][0]["run_id"]),
        "two runs have the same id",
    ),
    "one number twice": (put("runs.0.seq", 1), "same 'seq'"),
    "numbers out of order": (put("runs.0.seq", 9), "in the order of 'seq'"),
    "a run before its prediction": (put("predictions.0.seq", 7), "not one made before it"),
    "a prediction from elsewhere": (put("runs.0.prediction_id", UUID), "not one made before it"),
}


def test_a_record_that_the_workbench_made_passes_both(recorded: Document) -> None:
    check(recorded)
    assert schema_accepts(recorded)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", FIELDS)
def test_both_refuse_a_record_without(path: str, recorded: Document) -> None:
    drop(path)(recorded)
    with pytest.raises(RecordError):
        check(recorded)
    assert not schema_accepts(recorded)


@pytest.mark.parametrize("name", BOTH_REFUSE)
def test_both_refuse(name: str, recorded: Document) -> None:
    change, sentence = BOTH_REFUSE[name]
    change(recorded)
    with pytest.raises(RecordError, match=sentence):
        check(recorded)
    assert not schema_accepts(recorded)


@pytest.mark.parametrize("name", ONLY_THE_VALIDATOR_REFUSES)
def test_only_the_validator_refuses(name: str, recorded: Document) -> None:
    change, sentence = ONLY_THE_VALIDATOR_REFUSES[name]
    change(recorded)
    with pytest.raises(RecordError, match=sentence):
        check(recorded)
    assert schema_accepts(recorded)


@pytest.mark.parametrize("value", [None, 3, "text", [], {}])
def test_both_refuse_what_is_no_record(value: object) -> None:
    with pytest.raises(RecordError, match="not a workbench record"):
        check(value)
    assert not schema_accepts(value)


def test_both_accept_a_newer_minor_version_with_fields_of_its_own(recorded: Document) -> None:
    newer = copy.deepcopy(recorded)
    put("schema_version", "1.7")(newer)
    put("runs.0.mood", "curious")(newer)
    assert check(newer)["runs"][0]["mood"] == "curious"
    assert schema_accepts(newer)


def test_another_major_version_is_told_apart_from_damage(recorded: Document) -> None:
    put("schema_version", "2.0")(recorded)
    with pytest.raises(OtherVersionError, match="the record was made with"):
        check(recorded)


def test_a_record_above_the_size_limit_is_refused() -> None:
    with pytest.raises(RecordError, match=r"move experiments\.json away"):
        check_size("x" * (512 * 1024 + 1))


def test_a_missing_file_says_what_to_do_first(folder: Path) -> None:
    with pytest.raises(RecordError, match="save a run in the workbench"):
        load_record(folder / "experiments.json")


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b'{"a": NaN}', b"[" * 100_000])
def test_a_file_that_is_no_json_is_named(content: bytes, folder: Path) -> None:
    (folder / "experiments.json").write_bytes(content)
    with pytest.raises(RecordError, match=r"experiments\.json: This is not JSON"):
        load_record(folder / "experiments.json")


def test_a_loaded_run_reads_like_the_lesson(recorded: Document) -> None:
    correct, broken = load_record("experiments.json").runs
    assert (correct.q, correct.k, correct.word) == ((1, 1, 1), (1, 2, 9), "correct")
    assert correct.weights[1] == pytest.approx((0.269, 0.731, 0), abs=5e-4)
    assert correct.row_sums == pytest.approx((1, 1, 1))
    assert broken.row_sums[1] == pytest.approx(0.001, abs=5e-4)
    assert broken.future_weight_total == 0
    with pytest.raises(AttributeError):
        broken.mode = "no_mask"  # type: ignore[misc]
