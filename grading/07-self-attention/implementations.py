"""Right implementations in several styles, and wrong ones by failure mode.

All are sources: the audit runs them, the demo class hands them in, and `own-test` calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations as subsets
from pathlib import Path
from typing import Any

RIGHT = Path(__file__).parent / "right"

MASKING = {
    frozenset(): """\
    if causal:
        scores = np.where(future, -np.inf, scores)
    weights = stable_softmax(scores)""",
    frozenset({"rows-sum-to-one"}): """\
    weights = stable_softmax(scores)
    if causal:
        weights = np.where(future, 0.0, weights)""",
    frozenset({"future-weight-is-zero"}): """\
    weights = stable_softmax(scores)""",
    frozenset({"mask-changes-the-scores"}): """\
    weights = stable_softmax(scores)
    if causal:
        weights = np.where(future, 0.0, weights)
        weights = weights / weights.sum(axis=-1, keepdims=True)""",
}
"""The four ways to mask; one implementation has exactly one of them."""

SWITCHES = {
    "softmax-is-stable": ("scores - np.max(scores, axis=-1, keepdims=True)", "scores"),
    "output-mixes-values": ("(q, k, causal) @ v", "(q, k, causal) @ k"),
    "scores-are-scaled": ("scores = scores / np.sqrt(q.shape[-1])\n    ", ""),
    "rows-are-queries": ("q @ k.T", "k @ q.T"),
}
"""The four other mistakes: what is right, and what stands there instead; each is on or off."""

TEMPLATE = """\
import numpy as np


def stable_softmax(scores):
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def attention_weights(q, k, causal=True):
    scores = q @ k.T
    scores = scores / np.sqrt(q.shape[-1])
    future = np.triu(np.ones(scores.shape, dtype=bool), k=1)
{masking}
    return weights


def attention(q, k, v, causal=True):
    return attention_weights(q, k, causal) @ v
"""


def right() -> dict[str, str]:
    """Return right implementations: style → source."""
    return {path.stem: path.read_text("utf-8") for path in sorted(RIGHT.glob("*.py"))}


def wrong(grade_ids: Iterable[str]) -> str:
    """Return the source of an implementation with exactly these failure modes.

    Raises
    ------
    ValueError
        When an id is unknown, or two of them are ways to mask.
    """
    mistakes = frozenset(grade_ids)
    masking = frozenset(mistakes - SWITCHES.keys())
    if masking not in MASKING:
        raise ValueError(f"no one implementation can have the failure modes {sorted(masking)}")
    source = TEMPLATE.format(masking=MASKING[masking])
    for grade_id in sorted(mistakes & SWITCHES.keys()):
        source = source.replace(*SWITCHES[grade_id])
    return source


def combinations() -> Iterator[frozenset[str]]:
    """Return every set of failure modes that one implementation can have: 4 × 2⁴ = 64."""
    for masking in MASKING:
        for size in range(len(SWITCHES) + 1):
            for others in subsets(SWITCHES, size):
                yield masking | frozenset(others)


def load(source: str) -> dict[str, Callable[..., Any]]:
    """Run the source and return the functions that it defines."""
    names: dict[str, Any] = {}
    exec(compile(source, "<implementation>", "exec"), names)
    return {name: value for name, value in names.items() if callable(value)}
