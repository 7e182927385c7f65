"""nbgrader's preprocessors: the steps from a notebook that was handed in to its verdict.

In this order: repair, harvest, judge (or, in another language, run), score. What they share of one
submission is its `Case`. `SwapStarters` is a step of the release.
"""

from ._case import CASE, Case
from ._harvest import HarvestExperiments
from ._judge import CELL_SECONDS, JudgeCells
from ._kernels import is_python, kernel_name, missing_kernels
from ._repair import RepairCells
from ._run import RunCells
from ._scores import ScoreCells
from ._starter import SwapStarters
from ._warm import missing_sandbox, warm

__all__ = [
    "CASE",
    "CELL_SECONDS",
    "Case",
    "HarvestExperiments",
    "JudgeCells",
    "RepairCells",
    "RunCells",
    "ScoreCells",
    "SwapStarters",
    "is_python",
    "kernel_name",
    "missing_kernels",
    "missing_sandbox",
    "warm",
]
