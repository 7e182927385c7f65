"""The attention workbench: predict, try out, save, and hand in experiments with attention.

>>> from attention_workbench import Workbench
>>> wb = Workbench()
>>> wb
Workbench(no runs yet; no prediction yet)
"""

from __future__ import annotations

from ._record import Prediction, Record, Run, load_record
from ._rules import RecordError
from .widget import Workbench

__all__ = ["Prediction", "Record", "RecordError", "Run", "Workbench", "load_record"]
