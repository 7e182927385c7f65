"""The frames about saved runs and what was predicted of them."""

from __future__ import annotations

from pandera.pandas import Check, DataFrameSchema

from ._columns import STUDENT, column, number, text

PREDICTIONS = DataFrameSchema(
    {
        "student": STUDENT,
        "question": text("Question", "What was asked."),
        "predicted": text("Predicted", "The student's first answer to it."),
        "observed": text(
            "Observed", "What the student's own counted runs show; empty when none shows it."
        ),
        "text": text("Why", "What the student wrote about it."),
    },
    unique=["student", "question"],
    strict=True,
    title="One row per student and question of the workbench",
)

EXPERIMENTS = DataFrameSchema(
    {
        "student": STUDENT,
        "source": text("Found in", "The channels that the run came through."),
        "record_id": text("Record", "The id of the record that the run is in."),
        "shared_with": text(
            "Shared with",
            "Other students whose records hold the same run id or are the same record; empty when "
            "it is this student's alone. More than five are counted, not named.",
        ),
        "run_id": text("Run", "The id that the browser gave; the key to `attention`."),
        "saved_at": text("Saved", "RFC 3339, by the clock of the student's kernel."),
        "label": text("Label", "The student's name for the run."),
        "mode": text("Mode", "What the two mask switches amount to."),
        r"q\d+": number("Query", "The query of token 1, 2, …", regex=True, required=False),
        r"k\d+": number("Key", "The key of token 1, 2, …", regex=True, required=False),
        r"row_sum_\d+": number("Row sum", "As saved, row by row.", regex=True, required=False),
        "future_weight_total": number(
            "Future weight", "Weight on future tokens, summed over the rows.", required=False
        ),
        "max_row_sum_error": number(
            "Row sum error", "Largest distance of a row sum from 1.", required=False
        ),
        "recompute_max_diff": number(
            "Recomputed", "Largest difference between the saved and our results.", required=False
        ),
        "counted": column("bool", "Counts", "Whether the run counts as evidence."),
        "reason": text("Why not", "Why it does not count; empty when it does."),
    },
    title="One row per saved run",
)

ATTENTION = DataFrameSchema(
    {
        "student": STUDENT,
        "run_id": text("Run", "The run's id, as in `experiments`."),
        "i": column("int64", "Query token", "Row of the matrix, from 1.", checks=Check.ge(1)),
        "j": column("int64", "Key token", "Column of the matrix, from 1.", checks=Check.ge(1)),
        "score": number("Score", "Query times key, before any mask; as saved."),
        "weight": number("Weight", "The attention weight; as saved."),
    },
    strict=True,
    title="One row per cell of each saved run's matrices",
)
