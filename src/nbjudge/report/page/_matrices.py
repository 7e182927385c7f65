"""Small attention matrices, drawn from the saved weights: tables whose cells are tinted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

OFF = 0.005
"""A row sum that is further from 1 shows it with two decimals."""

Weights = Mapping[tuple[str, str], dict[int, dict[int, float]]]
"""(student, run id) → query token → key token → weight."""


@dataclass(frozen=True)
class Matrix:
    """One run's weights.

    Parameters
    ----------
    caption : str
    rows : sequence of sequence of float
        [n, n]; rows are queries, columns are keys.
    """

    caption: str
    rows: Sequence[Sequence[float]]

    @property
    def lines(self) -> list[tuple[list[tuple[str, str]], str, bool]]:
        """Each row as texts with the tint's strength, its sum, and whether that is off."""
        return [
            ([(f"{w:.2f}", f"{min(max(w, 0), 1):.2f}") for w in row], f"{sum(row):.2f}", _off(row))
            for row in self.rows
        ]


def _off(row: Sequence[float]) -> bool:
    return not abs(sum(row) - 1) <= OFF


def weights(attention: pd.DataFrame) -> Weights:
    """Return the weights of each run."""
    found: dict[tuple[str, str], dict[int, dict[int, float]]] = {}
    columns = (attention[name] for name in ("student", "run_id", "i", "j", "weight"))
    for student, run_id, i, j, weight in zip(*columns, strict=True):
        found.setdefault((student, run_id), {}).setdefault(i, {})[j] = weight
    return found


def matrix(caption: str, of_run: dict[int, dict[int, float]]) -> Matrix:
    """Return one run's matrix."""
    return Matrix(caption, [[*row.values()] for row in of_run.values()])
