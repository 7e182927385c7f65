"""What each field of a record must look like: one check and one sentence for each.

`record.schema.json` says the same for other programs; the tests hold the two together.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Check = Callable[[object], bool]
Rules = dict[str, tuple[Check, str]]

TOKENS = 3
MOST_RUNS = 200
MOST_BYTES = 512 * 1024
MODES = ("mask_before_softmax", "mask_after_softmax", "no_mask")
FRONTENDS = ("jupyterlab", "notebook", "vscode", "colab", "jupyterlite", "unknown")

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_TIME = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?Z"
)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")  # half of an emoji: UTF-8 cannot hold it


class RecordError(ValueError):
    """A record cannot be used; the message says why and what to do about it."""


class OtherVersionError(RecordError):
    """The record is of a format version that this workbench does not know."""


def is_object(value: object) -> bool:
    """Whether this is a JSON object."""
    return isinstance(value, dict)


def is_list(value: object) -> bool:
    """Whether this is a JSON array."""
    return isinstance(value, list)


def is_flag(value: object) -> bool:
    """Whether this is true or false."""
    return isinstance(value, bool)


def is_number(value: object) -> bool:
    """Whether this is a finite number; comparisons turn away NaN and infinities."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return -sys.float_info.max <= value <= sys.float_info.max


def is_input(value: object) -> bool:
    """Whether this is a number that the workbench lets a learner type."""
    return is_number(value) and -100 <= value <= 100  # type: ignore[operator]


def is_count(value: object) -> bool:
    """Whether this is a whole number from 1."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def is_id(value: object) -> bool:
    """Whether this is a random (version 4) UUID in lower case."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def is_id_or_null(value: object) -> bool:
    """Whether this is an id or null."""
    return value is None or is_id(value)


def is_time(value: object) -> bool:
    """Whether this is an RFC 3339 time in UTC."""
    return isinstance(value, str) and _TIME.fullmatch(value) is not None


def text(most: int, *, filled: bool = True) -> Check:
    """Make a check for text of at most `most` characters."""

    def check(value: object) -> bool:
        if not isinstance(value, str) or len(value) > most or _HALF_CHARACTER.search(value):
            return False
        return not filled or re.search(r"\S", value) is not None

    return check


def one_of(*choices: str) -> Check:
    """Make a check for one of several words."""
    return lambda value: isinstance(value, str) and value in choices


def equal_to(number: int) -> Check:
    """Make a check for one number."""
    return lambda value: is_number(value) and value == number


def row_of(check: Check) -> Check:
    """Make a check for a row with one cell a token, `[n]`."""
    return lambda value: (
        isinstance(value, list) and len(value) == TOKENS and all(check(cell) for cell in value)
    )


def is_masked(value: object) -> bool:
    """Whether this is null, or a matrix `[n, n]` with null (minus infinity) in the future."""
    if value is None:
        return True
    if not isinstance(value, list) or not row_of(row_of(lambda _: True))(value):
        return False
    return all(
        cell is None if j > i else is_number(cell)
        for i, row in enumerate(value)
        for j, cell in enumerate(row)
    )


_ROW = (row_of(is_number), "must be three finite numbers")
_MATRIX = (row_of(row_of(is_number)), "must be three rows of three finite numbers")
_INPUTS = (row_of(is_input), "must be three numbers from -100 to 100")
_TIME_RULE = (is_time, "must be a time such as 2026-01-31T14:00:00Z")
_ID_RULE = (is_id, "must be an id that the workbench made")
_SEQ_RULE = (is_count, "must be a whole number from 1")
_FLAG_RULE = (is_flag, "must be true or false")
_OBJECT = (is_object, "must be a JSON object")
_VERSION = (text(60), "must be text of 1 to 60 characters")

RECORD: Rules = {
    "workbench_id": _VERSION,
    "record_id": _ID_RULE,
    "created_at": _TIME_RULE,
    "updated_at": _TIME_RULE,
    "software": _OBJECT,
    "predictions": (is_list, "must be a list"),
    "runs": (
        lambda value: isinstance(value, list) and len(value) <= MOST_RUNS,
        f"must be a list of at most {MOST_RUNS} runs",
    ),
}
SOFTWARE: Rules = {
    "package": _VERSION,
    "anywidget": _VERSION,
    "python": _VERSION,
    "frontend": (one_of(*FRONTENDS), "must be one of " + ", ".join(FRONTENDS)),
}
PREDICTION: Rules = {
    "prediction_id": _ID_RULE,
    "seq": _SEQ_RULE,
    "recorded_at": _TIME_RULE,
    "future_weight_with_mask": (one_of("zero", "nonzero"), "must be zero or nonzero"),
    "row_sum_mask_after_softmax": (
        one_of("less_than_1", "equal_1", "more_than_1"),
        "must be less_than_1, equal_1 or more_than_1",
    ),
    "text": (text(2000), "must be a sentence of 1 to 2000 characters"),
}
RUN: Rules = {
    "run_id": _ID_RULE,
    "seq": _SEQ_RULE,
    "saved_at": _TIME_RULE,
    "client_saved_at": _TIME_RULE,
    "prediction_id": (is_id_or_null, "must be the id of a prediction, or null"),
    "label": (text(60, filled=False), "must be text of at most 60 characters"),
    "for_submission": _FLAG_RULE,
    "mode": (one_of(*MODES), "must be one of " + ", ".join(MODES)),
    "inputs": _OBJECT,
    "results": _OBJECT,
    "engine": _OBJECT,
}
INPUTS: Rules = {
    "n": (equal_to(TOKENS), f"must be {TOKENS}"),
    "d": (equal_to(1), "must be 1"),
    "q": _INPUTS,
    "k": _INPUTS,
    "causal_mask": _FLAG_RULE,
    "mask_after_softmax": _FLAG_RULE,
}
RESULTS: Rules = {
    "scores": _MATRIX,
    "masked_scores": (is_masked, "must be null, or the scores with null for the future cells"),
    "weights": _MATRIX,
    "row_sums": _ROW,
    "future_weight": _ROW,
    "future_weight_total": (is_number, "must be a finite number"),
    "max_row_sum_error": (is_number, "must be a finite number"),
}
ENGINE: Rules = {
    "name": _VERSION,
    "version": _VERSION,
    "dtype": (one_of("float64"), "must be float64"),
}
