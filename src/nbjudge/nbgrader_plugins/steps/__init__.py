"""nbgrader's preprocessors: the steps from a notebook that was handed in to its verdict.

In this order: repair, harvest, judge (or, in another language, run), score. What they share of one
submission is its `Case`. `SwapStarters` is a step of the release.
"""

from ._case import CASE, Case
from ._harvest import HarvestExperiments
from ._judge import (
    CELL_SECONDS,
    JudgeCells,
    ReadyNotebook,
    hidden_test_delimiters,
    record,
)
from ._kernels import is_python, kernel_name, missing_kernels
from ._repair import RepairCells
from ._run import RunCells
from ._scores import ScoreCells, judge, no_score
from ._starter import SwapStarters
from ._warm import missing_sandbox, warm

__all__ = [
    "CASE",
    "CELL_SECONDS",
    "Case",
    "HarvestExperiments",
    "JudgeCells",
    "ReadyNotebook",
    "RepairCells",
    "RunCells",
    "ScoreCells",
    "SwapStarters",
    "hidden_test_delimiters",
    "is_python",
    "judge",
    "kernel_name",
    "missing_kernels",
    "missing_sandbox",
    "no_score",
    "record",
    "warm",
]
