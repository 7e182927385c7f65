"""Grades the test that a student wrote, by what it does: it must tell right from wrong."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
implementations = runpy.run_path(str(HERE / "implementations.py"))
experiments = runpy.run_path(str(HERE / "experiments.py"))

STYLES = ("masked", "loops", "tril", "additive_mask")
"""Right implementations that return float64 arrays, so that an honest test may use any method."""

BROKEN = frozenset({"rows-sum-to-one"})
"""The failure that the test must notice: masking after softmax."""

Weights = Callable[..., Any]


@dataclass(frozen=True)
class Part:
    """Two of the four points."""

    name: str
    earned: float
    reason: str
    points: float = 2.0


def grade(test: Callable[[Weights], object], record: dict[str, Any] | None) -> tuple[Part, Part]:
    """Return what a student's test earns.

    Parameters
    ----------
    test : callable
        The student's ``test_my_run(attention_weights)``.
    record : dict or None
        The saved experiments; the test must use the q and k of one that counts.
    """
    seen: list[tuple[Any, Any]] = []
    outcomes = []  # the broken one in between, so that counting calls tells nothing
    for style in STYLES:
        outcomes.append((_passes(test, _right(style), seen), not _passes(test, _wrong(), seen)))
    accepts, rejects = (all(kind) for kind in zip(*outcomes, strict=True))
    return _discrimination(accepts, rejects), _values(seen, record)


def _discrimination(accepts: bool, rejects: bool) -> Part:
    reason = {
        (True, True): "It passes on right implementations and fails on masking after softmax.",
        (True, False): "It does not notice masking after softmax: it passes there too.",
        (False, True): "It fails on a right implementation.",
        (False, False): "It fails on a right implementation and passes on a broken one.",
    }[accepts, rejects]
    return Part("tells right from wrong", 2.0 * (accepts and rejects), reason)


def _values(seen: Sequence[tuple[Any, Any]], record: dict[str, Any] | None) -> Part:
    runs = experiments["assess"](record).runs
    saved = [checked.run["inputs"] for checked in runs if checked.counted]
    used = any(_same(q, run["q"]) and _same(k, run["k"]) for q, k in seen for run in saved)
    if used:
        return Part("uses a saved run", 2.0, "Its q and k are those of a saved run.")
    if not seen:
        return Part("uses a saved run", 0.0, "It never calls attention_weights.")
    other = "Its q and k are not those of a saved run."
    return Part("uses a saved run", 0.0, other if saved else "There is no saved run to use.")


def _same(values: Any, saved: Sequence[float]) -> bool:
    close = {"rtol": 0.0, "atol": 1e-12}
    return values.shape == (len(saved), 1) and np.allclose(values[:, 0], saved, **close)


def _passes(
    test: Callable[[Weights], object], weights: Weights, seen: list[tuple[Any, Any]]
) -> bool:
    def watched(q: Any, k: Any, causal: bool = True) -> Any:
        given = np.array(q, dtype=float), np.array(k, dtype=float)
        seen.append(given)
        return weights(*(values.copy() for values in given), causal)

    try:
        with np.errstate(all="ignore"):
            test(watched)
    except (Exception, SystemExit):
        return False
    return True


def _right(style: str) -> Weights:
    return _weights(implementations["right"]()[style])


def _wrong() -> Weights:
    return _weights(implementations["wrong"](BROKEN))


def _weights(source: str) -> Weights:
    functions: dict[str, Weights] = implementations["load"](source)
    return functions["attention_weights"]
