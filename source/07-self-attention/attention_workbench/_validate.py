"""Checks a whole record: each field by its rule, then what must hold between fields."""

from __future__ import annotations

from ._rules import (
    ENGINE,
    INPUTS,
    MODES,
    MOST_BYTES,
    PREDICTION,
    RECORD,
    RESULTS,
    RUN,
    SOFTWARE,
    Document,
    OtherVersionError,
    RecordError,
    Rules,
)

SCHEMA = "attention-workbench/record"
SCHEMA_VERSION = "1.0"
_REMEDY = "Undo the change to the record, or save this again in the workbench."


def check(document: object) -> Document:
    """Return the record if it keeps every rule.

    Parameters
    ----------
    document
        A value as `json.loads` gives it.

    Raises
    ------
    RecordError
        With the first rule that it breaks, in a sentence.
    OtherVersionError
        If another major version of the format wrote it.
    """
    record = _check_kind(document)
    _check_fields("The record", record, RECORD)
    _check_fields("'software' of the record", record["software"], SOFTWARE)
    for number, prediction in enumerate(record["predictions"], start=1):
        _check_fields(f"Prediction {number}", prediction, PREDICTION)
    for number, run in enumerate(record["runs"], start=1):
        _check_run(f"Run {number}", run)
    _check_ids(record)
    _check_order(record)
    return record


def check_size(text: str | bytes) -> None:
    """Refuse a record that is larger than the format allows."""
    size = len(text if isinstance(text, bytes) else text.encode())
    if size > MOST_BYTES:
        raise RecordError(
            f"The record has {size} bytes, and {MOST_BYTES} is the most. "
            "Hand in what you have, or move experiments.json away to start a new record."
        )


def mode_of(causal_mask: bool, mask_after: bool) -> str:
    """Name the mode that the two switches stand for."""
    if not causal_mask:
        return MODES[2]
    return MODES[1] if mask_after else MODES[0]


def _check_kind(document: object) -> Document:
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise RecordError(
            f"This is not a workbench record: its 'schema' is not '{SCHEMA}'. "
            "Use the experiments.json or the text that the workbench made."
        )
    version = document.get("schema_version")
    major, dot, minor = version.partition(".") if isinstance(version, str) else ("", "", "")
    if not (dot and all(part.isascii() and part.isdigit() for part in (major, minor))):
        raise RecordError(f"The record: 'schema_version' must be such as 1.0. {_REMEDY}")
    if major != "1":
        raise OtherVersionError(
            f"The record has format version {version}, and this workbench reads version 1. "
            "Use the attention_workbench folder that the record was made with."
        )
    return document


def _check_fields(where: str, thing: object, rules: Rules) -> None:
    if not isinstance(thing, dict):
        raise RecordError(f"{where} must be a JSON object. {_REMEDY}")
    for name, (holds, sentence) in rules.items():
        if name not in thing:
            raise RecordError(f"{where}: '{name}' is missing. {_REMEDY}")
        if not holds(thing[name]):
            raise RecordError(f"{where}: '{name}' {sentence}. {_REMEDY}")


def _check_run(where: str, run: Document) -> None:
    _check_fields(where, run, RUN)
    _check_fields(f"{where}, inputs", run["inputs"], INPUTS)
    _check_fields(f"{where}, results", run["results"], RESULTS)
    _check_fields(f"{where}, engine", run["engine"], ENGINE)
    if run["mode"] != mode_of(run["inputs"]["causal_mask"], run["inputs"]["mask_after_softmax"]):
        raise RecordError(f"{where}: 'mode' does not fit the two switches. {_REMEDY}")
    if (run["results"]["masked_scores"] is not None) != (run["mode"] == MODES[0]):
        raise RecordError(
            f"{where}: 'masked_scores' belongs to mode {MODES[0]} and to no other. {_REMEDY}"
        )


def _check_ids(record: Document) -> None:
    for kind, name in (("predictions", "prediction_id"), ("runs", "run_id")):
        ids = [entry[name] for entry in record[kind]]
        if len(set(ids)) < len(ids):
            raise RecordError(f"The record: two {kind} have the same id. Remove one of them.")


def _check_order(record: Document) -> None:
    for kind in ("predictions", "runs"):
        numbers = [entry["seq"] for entry in record[kind]]
        if numbers != sorted(numbers):
            raise RecordError(f"The record: {kind} must stand in the order of 'seq'. {_REMEDY}")
    numbers = [entry["seq"] for entry in record["predictions"] + record["runs"]]
    if len(set(numbers)) < len(numbers):
        raise RecordError(f"The record: two entries have the same 'seq'. {_REMEDY}")
    predicted = {entry["prediction_id"]: entry["seq"] for entry in record["predictions"]}
    for number, run in enumerate(record["runs"], start=1):
        if run["prediction_id"] is None:
            continue
        if predicted.get(run["prediction_id"], run["seq"]) >= run["seq"]:
            raise RecordError(f"Run {number}: its prediction is not one made before it. {_REMEDY}")
