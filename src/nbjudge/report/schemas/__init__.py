"""The frames' schemas, declared once: checked when a frame is made and written, shown in the docs.

Some columns are a lesson's own: its failure modes, and what its saved runs are made of. Those of
the self-attention lesson are described here; another lesson's own columns pass as they are.
"""

from __future__ import annotations

import pandas as pd
from pandera.errors import SchemaError, SchemaErrors

from .._errors import ReportError
from ._columns import MOMENT
from ._of_class import ANSWERS, FAILURE_MODES, GRADES, NOTEBOOKS, NOTES, SUBMISSIONS, TESTS
from ._of_runs import ATTENTION, EXPERIMENTS, PREDICTIONS

__all__ = ["MOMENT", "SCHEMAS", "checked"]

SCHEMAS = {
    "grades": GRADES,
    "submissions": SUBMISSIONS,
    "notebooks": NOTEBOOKS,
    "tests": TESTS,
    "notes": NOTES,
    "answers": ANSWERS,
    "failure_modes": FAILURE_MODES,
    "predictions": PREDICTIONS,
    "experiments": EXPERIMENTS,
    "attention": ATTENTION,
}


def checked(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame in its schema's types.

    Raises
    ------
    ReportError
        When the frame does not keep to its schema.
    """
    try:
        return SCHEMAS[name].validate(frame)
    except (SchemaError, SchemaErrors) as error:
        raise ReportError(
            f"The frame {name!r} does not keep to its schema, so nothing was written: {error}"
        ) from error
