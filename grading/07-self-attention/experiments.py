"""How a saved run is recomputed, and when it counts.

A record is what a student says that the workbench showed. It can be edited, so nothing in it is
believed: the inputs and the two switches are recomputed here and compared with what was saved.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SIDECAR = "experiments.json"
MIME = "application/vnd.attention-workbench+json"
TEXT_MARK = "attention-workbench-record 1 "

TOLERANCE = 1e-12
"""Largest absolute difference between the screen and the recomputation. Measured: 3.4e-16."""

FAILURE_SHOWS = 0.01
"""A broken run shows its failure when some row sum is off by at least this much."""

MOST = 200
"""Runs of one record that are looked at: the workbench saves no more."""

COLUMNS = (
    "run_id", "saved_at", "label", "mode",
    "q1", "q2", "q3", "k1", "k2", "k3",
    "row_sum_1", "row_sum_2", "row_sum_3",
    "future_weight_total", "max_row_sum_error", "recompute_max_diff", "counted", "reason",
)  # fmt: skip

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "source/07-self-attention/attention_workbench/record.schema.json"
difference = runpy.run_path(str(HERE / "recompute.py"))["difference"]
told = runpy.run_path(str(HERE / "predictions.py"))["predictions"]
sample = runpy.run_path(str(HERE / "sample.py"))
MODES, PAIR, sample_record = sample["MODES"], sample["PAIR"], sample["sample_record"]

Record = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """One of the four points."""

    name: str
    earned: float
    reason: str
    points: float = 1.0


@dataclass(frozen=True)
class CheckedRun:
    """A saved run beside its recomputation; malformed runs are not `whole` and have none."""

    run: Mapping[str, Any]
    counted: bool
    reason: str
    max_difference: float = float("nan")
    whole: bool = True


@dataclass(frozen=True)
class Assessment:
    """What a record is worth, and why."""

    parts: tuple[Part, ...]
    runs: tuple[CheckedRun, ...]

    @property
    def score(self) -> float:
        """Points earned, 0 to 4."""
        return float(sum(part.earned for part in self.parts))


def read(path: str | Path) -> Record | None:
    """Return the record in a file; None when there is none, an empty one when it is not JSON."""
    try:
        record = json.loads(Path(path).read_text("utf-8-sig"), parse_constant=_no_number)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _no_number(name: str) -> None:
    """Read NaN and Infinity, which are no JSON, as null."""


def assess(record: Record | None) -> Assessment:
    """Recompute each run of a record and say what counts; never raises on a bad record."""
    problem = _problem_of_document(record)
    if problem or record is None:
        parts = ("prediction", "correct run", "broken run", "failure shows")
        return Assessment(tuple(Part(name, 0.0, problem) for name in parts), ())
    predictions = [p for p in record["predictions"][:MOST] if _valid(p, "prediction")]
    runs = tuple(_check(run, predictions) for run in record["runs"][:MOST])
    return Assessment(tuple(_parts(predictions, runs)), runs)


def predictions(record: Record | None, runs: Sequence[CheckedRun]) -> list[dict[str, str]]:
    """Return what was predicted beside what the counted runs show; never raises either."""
    if record is None or _problem_of_document(record):
        return []
    valid = [p for p in record["predictions"][:MOST] if _valid(p, "prediction")]
    return list(told(valid, [each.run for each in runs if each.counted], FAILURE_SHOWS))


def _problem_of_document(record: Record | None) -> str:
    if record is None:
        return "No experiment was saved."
    if not isinstance(record, dict) or record.get("schema") != "attention-workbench/record":
        return "The saved file is not a record of the attention workbench."
    if str(record.get("schema_version", "")).split(".")[0] != "1":
        return f"The record has version {record.get('schema_version')!r}; version 1 was expected."
    if not all(isinstance(record.get(key), list) for key in ("predictions", "runs")):
        return "The record has no list of predictions or no list of runs."
    return ""


def _parts(predictions: Sequence[Record], runs: Sequence[CheckedRun]) -> Iterator[Part]:
    counted = [checked.run for checked in runs if checked.counted]
    first = min((run["seq"] for run in counted), default=float("inf"))
    early = any(prediction["seq"] < first for prediction in predictions)
    late = "A prediction is there, but after the first run." if predictions else "No prediction."
    yield Part("prediction", float(early), "Recorded before the first run." if early else late)

    correct = [run for run in counted if run["mode"] == "mask_before_softmax"]
    broken = [run for run in counted if run["mode"] == "mask_after_softmax"]
    saved = "Saved." if correct else "No correct run counts."
    yield Part("correct run", float(bool(correct)), saved)

    pairs = [run for run in broken if any(_same_values(run, other) for other in correct)]
    alone = "A broken run is there, but no correct run with the same q and k."
    missing = alone if broken else "No broken run counts."
    paired = "Same q and k as a correct one." if pairs else missing
    yield Part("broken run", float(bool(pairs)), paired)

    yield _failure_shows(pairs, runs)


def _failure_shows(pairs: Sequence[Mapping[str, Any]], runs: Sequence[CheckedRun]) -> Part:
    edited = [checked for checked in runs if checked.max_difference > TOLERANCE]
    shows = any(run["results"]["max_row_sum_error"] >= FAILURE_SHOWS for run in pairs)
    if edited:
        reason = f"{len(edited)} saved run(s) disagree with the recomputation."
    elif not pairs:
        reason = "There is no pair of runs to compare."
    elif not shows:
        reason = f"The broken run hides the failure: its row sums are within {FAILURE_SHOWS} of 1."
    else:
        return Part("failure shows", 1.0, "Recomputed, and the rows do not sum to 1.")
    return Part("failure shows", 0.0, reason)


def _check(run: Record, predictions: Sequence[Record]) -> CheckedRun:
    if not _valid(run, "run"):
        shown = run if isinstance(run, dict) else {}
        return CheckedRun(shown, False, "The run is incomplete or malformed.", whole=False)
    switches = (run["inputs"]["causal_mask"], run["inputs"]["mask_after_softmax"])
    if MODES.get(switches) != run["mode"]:
        return CheckedRun(run, False, "The mode does not agree with the two switches.")
    checked = CheckedRun(run, True, "", difference(run))
    if checked.max_difference > TOLERANCE:
        return _refused(checked, "Edited or corrupted: q and k do not give the saved results.")
    named = [p["seq"] for p in predictions if p["prediction_id"] == run["prediction_id"]]
    if named and named[0] >= run["seq"]:
        return _refused(checked, "It names a prediction that was made after it.")
    if not run["for_submission"]:
        return _refused(checked, "Marked by the student as not for submission.")
    return checked


def _refused(checked: CheckedRun, reason: str) -> CheckedRun:
    return replace(checked, counted=False, reason=reason)


def _valid(value: Any, kind: str) -> bool:
    return _is_valid(json.dumps(value), kind)


@lru_cache(MOST)
def _is_valid(text: str, kind: str) -> bool:
    """Whether a value fits its part of the schema; several tests ask about the same runs."""
    return bool(_validator(kind).is_valid(json.loads(text)))


@cache
def _validator(kind: str) -> Draft202012Validator:
    parts = json.loads(SCHEMA.read_text("utf-8"))["$defs"]
    return Draft202012Validator(_inlined(parts[kind], parts))


def _inlined(schema: Any, parts: Mapping[str, Any]) -> Any:
    """Return a schema with parts in the place of references, which are slow to follow."""
    if isinstance(schema, list):
        return [_inlined(each, parts) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _inlined(each, parts) for name, each in schema.items() if name != "$ref"}
    if "$ref" not in schema:
        return plain
    part = _inlined(parts[schema["$ref"].removeprefix("#/$defs/")], parts)
    return {**plain, "allOf": [part, *plain.get("allOf", [])]}


def _same_values(run: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(run["inputs"][name] == other["inputs"][name] for name in ("q", "k"))


def row(checked: CheckedRun) -> dict[str, Any]:
    """Return the columns of one run for the report, nan where a malformed run has no number."""
    texts = {key: str(checked.run.get(key, "")) for key in COLUMNS[:4]}
    numbers = dict.fromkeys(COLUMNS[4:15], float("nan"))
    if checked.whole:
        numbers |= _numbers(checked.run["inputs"], checked.run["results"])
    return (
        texts
        | numbers
        | {
            "recompute_max_diff": checked.max_difference,
            "counted": checked.counted,
            "reason": checked.reason,
        }
    )


def _numbers(inputs: Mapping[str, Any], results: Mapping[str, Any]) -> dict[str, float]:
    listed = {"q": inputs["q"], "k": inputs["k"], "row_sum_": results["row_sums"]}
    return {
        f"{name}{token}": float(value)
        for name, values in listed.items()
        for token, value in enumerate(values, start=1)
    } | {key: float(results[key]) for key in ("future_weight_total", "max_row_sum_error")}


def cells(checked: CheckedRun) -> Iterator[dict[str, Any]]:
    """Return a row per cell of the saved matrices; i is the query's token, j the key's, from 1."""
    if not checked.whole:
        return
    scores, weights = checked.run["results"]["scores"], checked.run["results"]["weights"]
    for i, j in product(range(len(scores)), repeat=2):
        yield {"i": i + 1, "j": j + 1, "score": float(scores[i][j]), "weight": float(weights[i][j])}
