"""Recomputes a saved run from its q, k and the two switches, and compares."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np


def recompute(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the results of one run from q, k and the two switches.

    Parameters
    ----------
    inputs : mapping
        ``q`` and ``k``, n numbers each (d = 1), ``causal_mask`` and ``mask_after_softmax``.

    Returns
    -------
    dict
        The keys of a record's ``results``; matrices are [n, n], None stands for minus infinity.
    """
    q, k = np.asarray(inputs["q"], dtype=float), np.asarray(inputs["k"], dtype=float)
    scores = np.outer(q, k)
    future = np.triu(np.ones(scores.shape, dtype=bool), k=1)
    masked, late = inputs["causal_mask"], inputs["mask_after_softmax"]
    before = masked and not late
    visible = np.where(future, -np.inf, scores) if before else scores
    weights = np.exp(visible - visible.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    if masked and late:
        weights = np.where(future, 0.0, weights)
    return _results(scores, visible if before else None, weights, future)


def _results(scores: Any, masked: Any, weights: Any, future: Any) -> dict[str, Any]:
    in_future = np.where(future, weights, 0.0).sum(axis=1)
    return {
        "scores": scores.tolist(),
        "masked_scores": None
        if masked is None
        else [[None if np.isinf(x) else float(x) for x in row] for row in masked],
        "weights": weights.tolist(),
        "row_sums": weights.sum(axis=1).tolist(),
        "future_weight": in_future.tolist(),
        "future_weight_total": float(in_future.sum()),
        "max_row_sum_error": float(np.abs(weights.sum(axis=1) - 1.0).max()),
    }


def difference(run: Mapping[str, Any]) -> float:
    """Return how far the saved results are off; infinity when a null stands in the wrong place."""
    ours, theirs = recompute(run["inputs"]), run["results"]
    return max(_apart(ours[key], theirs[key]) for key in ours)


def _apart(ours: Any, theirs: Any) -> float:
    if ours is None or theirs is None:
        return 0.0 if ours is theirs else float("inf")
    if not isinstance(ours, list):
        apart = abs(ours - theirs)
        return apart if math.isfinite(apart) else float("inf")  # nan agrees with nothing
    return max(map(_apart, ours, theirs)) if len(ours) == len(theirs) else float("inf")
