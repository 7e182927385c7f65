"""Makes records as the workbench would have saved them, for the audit and the demo class."""

from __future__ import annotations

import copy
import random
import runpy
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

recompute = runpy.run_path(str(Path(__file__).with_name("recompute.py")))["recompute"]

Record = dict[str, Any]

MODES = {
    (True, False): "mask_before_softmax",
    (True, True): "mask_after_softmax",
    (False, False): "no_mask",
    (False, True): "no_mask",
}
"""(causal_mask, mask_after_softmax) → mode."""

PAIR = (
    {"q": [1, 1, 1], "k": [1, 2, 9]},
    {"q": [1, 1, 1], "k": [1, 2, 9], "mask_after_softmax": True},
)
"""The worked row, correct and broken: what a diligent student saves at the least."""


SOFTWARE = {
    "package": "1.0.0",
    "anywidget": "0.11.0",
    "python": "3.12.1",
    "frontend": "jupyterlab",
}


def sample_record(
    runs: Sequence[Mapping[str, Any]] = PAIR, *, seed: str = "sample", predicted: bool = True
) -> Record:
    """Make a record as the workbench would have saved it; the same seed gives the same ids."""
    dice = random.Random(seed)
    start = "2026-01-31T14:00:00Z"
    predictions = [_sample_prediction(dice, start)] if predicted else []
    first = predictions[0]["prediction_id"] if predictions else None
    return {
        "schema": "attention-workbench/record",
        "schema_version": "1.0",
        "workbench_id": "self-attention",
        "record_id": _uuid(dice),
        "created_at": start,
        "updated_at": "2026-01-31T14:30:00Z",
        "software": dict(SOFTWARE),
        "predictions": predictions,
        "runs": [
            _sample_run(dice, seq, run, first)
            for seq, run in enumerate(runs, start=len(predictions) + 1)
        ],
    }


def _sample_prediction(dice: random.Random, moment: str) -> Record:
    return {
        "prediction_id": _uuid(dice),
        "seq": 1,
        "recorded_at": moment,
        "future_weight_with_mask": "zero",
        "row_sum_mask_after_softmax": "less_than_1",
        "text": "The future takes its share before it is removed, so the rest is too small.",
    }


def _sample_run(
    dice: random.Random, seq: int, run: Mapping[str, Any], prediction: str | None
) -> Record:
    switches = {"causal_mask": True, "mask_after_softmax": False}
    inputs = {"n": 3, "d": 1} | switches | copy.deepcopy(dict(run))
    moment = f"2026-01-31T14:{seq:02d}:00Z"
    return {
        "run_id": _uuid(dice),
        "seq": seq,
        "saved_at": moment,
        "client_saved_at": moment,
        "prediction_id": prediction,
        "label": "",
        "for_submission": True,
        "mode": MODES[inputs["causal_mask"], inputs["mask_after_softmax"]],
        "inputs": inputs,
        "results": recompute(inputs),
        "engine": {"name": "workbench-js", "version": "1.0.0", "dtype": "float64"},
    }


def _uuid(dice: random.Random) -> str:
    return str(uuid.UUID(int=dice.getrandbits(128), version=4))
