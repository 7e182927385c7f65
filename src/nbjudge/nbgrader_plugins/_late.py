"""The instructor's rule for late submissions."""

from __future__ import annotations

from typing import Any

from nbgrader.preprocessors import AssignLatePenalties
from traitlets.config import Config


def late_penalty(config: Config) -> Any:
    """Return nbgrader's plug-in: a function of student, score and seconds late.

    What it returns are the points to take off, or None.
    """
    assigner = AssignLatePenalties(config=config)
    assigner.init_plugin()
    return assigner.plugin_inst.late_submission_penalty
