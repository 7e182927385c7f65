"""The frames' schemas, declared once: checked when a frame is made and written, shown in the docs.

Some columns are a lesson's own: its failure modes, and what its saved runs are made of. Those of
the self-attention lesson are described here; another lesson's own columns pass as they are.
"""

from __future__ import annotations

from typing import Any

import pandas as pd
from pandera.errors import SchemaError, SchemaErrors
from pandera.pandas import Check, Column, DataFrameSchema

from nbjudge.verdict import Outcome, Status

from ._errors import ReportError
from ._students import NOT_GRADED

MOMENT = pd.DatetimeTZDtype("us", "UTC")


def _column(dtype: Any, title: str, description: str, **rest: Any) -> Column:
    return Column(dtype, title=title, description=description, coerce=True, **rest)


def _text(title: str, description: str, **rest: Any) -> Column:
    return _column("str", title, description, **rest)


def _number(title: str, description: str, **rest: Any) -> Column:
    return _column("float64", title, description, **{"nullable": True} | rest)


def _count(title: str, description: str) -> Column:
    return _column("int64", title, description, checks=Check.ge(0))


STUDENT = _text("Student", "The id: literal text, as folders and gradebook have it.")

GRADES = DataFrameSchema(
    {
        "student": STUDENT,
        "grade_id": _text("Item", "Id of the graded cell; rows follow the master's order."),
        "outcome": _text("Outcome", "What became of it.", checks=Check.isin([*Outcome])),
        "score": _number(
            "Score",
            "What counts: manual over automatic score, plus extra credit. 0 without a submission; "
            "missing while it waits for a person or is not graded yet.",
        ),
        "max_score": _number("Points", "Points that the cell is worth.", nullable=False),
        "auto_score": _number("Automatic score", "The grader's score."),
        "manual_score": _number("Manual score", "A person's score, as entered in formgrader."),
        "needs_manual_grade": _column(
            "bool",
            "Waits",
            "A person has to look: nothing is given yet, or it was graded again since.",
        ),
        "message": _text("Message", "What the student is told of it; empty without a verdict."),
    },
    unique=["student", "grade_id"],
    strict=True,
    title="One row per student and graded cell",
)

SUBMISSIONS = DataFrameSchema(
    {
        "student": STUDENT,
        "status": _text(
            "Status", "How far the grader got.", checks=Check.isin([*Status, NOT_GRADED])
        ),
        "sentence": _text("Why", "Why the status is what it is, and what else to know."),
        "submitted_at": _column(
            MOMENT, "Handed in", "UTC; missing when it is unknown.", nullable=True
        ),
        "due": _column(
            MOMENT, "Due", "UTC, with the student's extension; missing without one.", nullable=True
        ),
        "seconds_late": _column(
            "Float64",
            "Late",
            "Seconds; 0 on time or without a due date; missing when the time of handing in is "
            "unknown.",
            nullable=True,
        ),
        "score": _number(
            "Total",
            "Sum of the scores so far, less the late penalty, at least 0; missing while nothing is "
            "graded.",
        ),
        "max_score": _number("Points", "Points that the assignment is worth.", nullable=False),
        "waiting": _count("Waiting", "Number of items that wait for a person."),
        "file": _text("File", "Name of the notebook that was graded; empty when there is none."),
        "runs": _count("Runs", "Number of saved runs."),
        "counted_runs": _count("Counted runs", "How many of them count as evidence."),
        "late_penalty": _number("Late penalty", "Points taken off for being late.", nullable=False),
    },
    unique=["student"],
    strict=True,
    title="One row per student, also for those who handed nothing in",
)

EXPERIMENTS = DataFrameSchema(
    {
        "student": STUDENT,
        "source": _text("Found in", "The channels that the run came through."),
        "run_id": _text("Run", "The id that the browser gave; the key to `attention`."),
        "saved_at": _text("Saved", "RFC 3339, by the clock of the student's kernel."),
        "label": _text("Label", "The student's name for the run."),
        "mode": _text("Mode", "What the two mask switches amount to."),
        r"q\d+": _number("Query", "The query of token 1, 2, …", regex=True, required=False),
        r"k\d+": _number("Key", "The key of token 1, 2, …", regex=True, required=False),
        r"row_sum_\d+": _number("Row sum", "As saved, row by row.", regex=True, required=False),
        "future_weight_total": _number(
            "Future weight", "Weight on future tokens, summed over the rows.", required=False
        ),
        "max_row_sum_error": _number(
            "Row sum error", "Largest distance of a row sum from 1.", required=False
        ),
        "recompute_max_diff": _number(
            "Recomputed", "Largest difference between the saved and our results.", required=False
        ),
        "counted": _column("bool", "Counts", "Whether the run counts as evidence."),
        "reason": _text("Why not", "Why it does not count; empty when it does."),
    },
    title="One row per saved run",
)

ATTENTION = DataFrameSchema(
    {
        "student": STUDENT,
        "run_id": _text("Run", "The run's id, as in `experiments`."),
        "i": _column("int64", "Query token", "Row of the matrix, from 1.", checks=Check.ge(1)),
        "j": _column("int64", "Key token", "Column of the matrix, from 1.", checks=Check.ge(1)),
        "score": _number("Score", "Query times key, before any mask; as saved."),
        "weight": _number("Weight", "The attention weight; as saved."),
    },
    strict=True,
    title="One row per cell of each saved run's matrices",
)

FAILURE_MODES = DataFrameSchema(
    {
        "student": STUDENT,
        "(?!student$).+": _column(
            "boolean",
            "Mistake",
            "One column per failure mode, named after its hidden test: true when that test failed, "
            "whatever a person gave for it; missing when it did not run.",
            nullable=True,
            regex=True,
            required=False,
        ),
    },
    unique=["student"],
    strict=True,
    title="One row per student, one column per mistake",
)

SCHEMAS = {
    "grades": GRADES,
    "submissions": SUBMISSIONS,
    "experiments": EXPERIMENTS,
    "attention": ATTENTION,
    "failure_modes": FAILURE_MODES,
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
