"""Grades the test that a student wrote, by what it does: it must tell right from wrong."""

from __future__ import annotations

import random
import runpy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
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

LARGEST, MOST = 1000, 1000
"""Numbers in q or k, and calls over all implementations: the test runs in the grader's time."""

Weights = Callable[..., Any]


@dataclass(frozen=True)
class Part:
    """Two of the four points."""

    name: str
    earned: float
    reason: str
    points: float = 2.0


@dataclass(frozen=True)
class Assessment:
    """What a student's test is worth, and why."""

    parts: tuple[Part, ...]

    @property
    def score(self) -> float:
        """Points earned, 0 to 4."""
        return float(sum(part.earned for part in self.parts))


def grade(test: Callable[[Weights], object], record: dict[str, Any] | None) -> Assessment:
    """Return what a student's test earns.

    Parameters
    ----------
    test : callable
        The student's ``test_my_run(attention_weights)``.
    record : dict or None
        The saved experiments; the test must use the q and k of one that counts.
    """
    seen: list[tuple[Any, Any]] = []
    calls = [*STYLES, *[""] * len(STYLES)] * 2
    random.SystemRandom().shuffle(calls)  # who counts calls guesses right once in 12,870
    unjust, blind = "", False
    for style in calls:
        complaint = _complaint(test, _right(style) if style else _wrong(), seen)
        unjust = unjust or (complaint if style else "")
        blind = blind or not (style or complaint)
    return Assessment((_discrimination(unjust, blind), _values(seen, record)))


def _discrimination(unjust: str, blind: bool) -> Part:
    name = "tells right from wrong"
    if unjust:
        return Part(name, 0.0, f"It fails on a right implementation ({unjust}).")
    if blind:
        return Part(name, 0.0, "It does not notice masking after softmax: it passes there too.")
    return Part(name, 2.0, "It passes on right implementations and fails on masking after softmax.")


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


def _complaint(
    test: Callable[[Weights], object], weights: Weights, seen: list[tuple[Any, Any]]
) -> str:
    """Return what the test raises on an implementation; nothing when it passes."""

    def watched(q: Any, k: Any, causal: bool = True) -> Any:
        given = np.array(q, dtype=float), np.array(k, dtype=float)
        if max(values.size for values in given) > LARGEST or len(seen) > MOST:
            raise ValueError("a test of a saved run needs neither large arrays nor many calls")
        seen.append(given)
        return weights(*(values.copy() for values in given), causal)

    try:
        with np.errstate(all="ignore"):
            test(watched)
    except (Exception, SystemExit) as error:
        words = " ".join(str(error).split())  # in one line, or it could pose as a part of its own
        return f"{type(error).__name__}: {words}".rstrip(": ")[:200]
    return ""


@cache
def _right(style: str) -> Weights:
    return _weights(implementations["right"]()[style])


@cache
def _wrong() -> Weights:
    return _weights(implementations["wrong"](BROKEN))


def _weights(source: str) -> Weights:
    functions: dict[str, Weights] = implementations["load"](source)
    return functions["attention_weights"]
