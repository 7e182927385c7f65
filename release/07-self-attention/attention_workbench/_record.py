"""A record as Python sees it: frozen predictions and runs to read, compare and test with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import _sidecar
from ._rules import Document, RecordError

Row = tuple[float, ...]
Matrix = tuple[Row, ...]
WORDS = {"mask_before_softmax": "correct", "mask_after_softmax": "broken", "no_mask": "unmasked"}


@dataclass(frozen=True)
class Prediction:
    """What a learner expected before seeing any weight."""

    prediction_id: str
    seq: int
    recorded_at: str
    future_weight: str  # with the mask on: "zero" or "nonzero"
    row_sum: str  # masking too late: "less_than_1", "equal_1" or "more_than_1"
    text: str


@dataclass(frozen=True)
class Run:
    """One saved run. Rows are querying tokens, columns are source tokens; index 0 is token 1.

    All numbers are what the learner saw in the browser; Python computes none of them.
    """

    run_id: str
    seq: int
    saved_at: str
    prediction_id: str | None
    label: str
    for_submission: bool
    mode: str
    q: Row  # [n]
    k: Row  # [n]
    scores: Matrix  # [n, n]
    weights: Matrix  # [n, n]
    row_sums: Row  # [n]
    future_weight: Row  # [n]
    future_weight_total: float
    max_row_sum_error: float

    @property
    def word(self) -> str:
        """The mode in one word: correct, broken or unmasked."""
        return WORDS[self.mode]


@dataclass(frozen=True)
class Record:
    """All that a learner recorded, in the order of recording."""

    record_id: str
    predictions: tuple[Prediction, ...]
    runs: tuple[Run, ...]
    document: Document = field(repr=False, compare=False)  # the JSON, unknown fields included

    @property
    def prediction(self) -> Prediction | None:
        """The first prediction, the one that counts."""
        return self.predictions[0] if self.predictions else None

    def find(
        self,
        mode: str | None = None,
        q: Sequence[float] | None = None,
        k: Sequence[float] | None = None,
    ) -> tuple[Run, ...]:
        """Give the runs with this mode and exactly these values, oldest first."""
        return tuple(
            run
            for run in self.runs
            if (mode is None or run.mode == mode)
            and (q is None or run.q == tuple(q))
            and (k is None or run.k == tuple(k))
        )


def load_record(path: str | Path = "experiments.json") -> Record:
    """Read a record from its file.

    Raises
    ------
    RecordError
        If there is no file or it breaks the format, in a sentence that says what to do.
    """
    name = Path(path).name
    try:
        document = _sidecar.read(Path(path))
    except RecordError as problem:
        raise type(problem)(f"{name}: {problem}") from None
    except OSError as problem:
        raise RecordError(f"{name} cannot be read ({problem.strerror or problem}).") from problem
    if document is None:
        raise RecordError(
            f"There is no {name} beside this notebook yet. "
            "Record a prediction and save a run in the workbench, then run this cell again."
        )
    return to_record(document)


def to_record(document: Document) -> Record:
    """Turn a checked document into frozen objects."""
    return Record(
        record_id=document["record_id"],
        predictions=tuple(_prediction(entry) for entry in document["predictions"]),
        runs=tuple(_run(entry) for entry in document["runs"]),
        document=document,
    )


def _prediction(entry: Document) -> Prediction:
    return Prediction(
        prediction_id=entry["prediction_id"],
        seq=entry["seq"],
        recorded_at=entry["recorded_at"],
        future_weight=entry["future_weight_with_mask"],
        row_sum=entry["row_sum_mask_after_softmax"],
        text=entry["text"],
    )


def _run(entry: Document) -> Run:
    results = entry["results"]
    same = ("run_id", "seq", "saved_at", "prediction_id", "label", "for_submission", "mode")
    return Run(
        **{name: entry[name] for name in same},
        q=_row(entry["inputs"]["q"]),
        k=_row(entry["inputs"]["k"]),
        scores=_matrix(results["scores"]),
        weights=_matrix(results["weights"]),
        row_sums=_row(results["row_sums"]),
        future_weight=_row(results["future_weight"]),
        future_weight_total=float(results["future_weight_total"]),
        max_row_sum_error=float(results["max_row_sum_error"]),
    )


def _row(cells: list[float]) -> Row:
    return tuple(float(cell) for cell in cells)


def _matrix(rows: list[list[float]]) -> Matrix:
    return tuple(_row(row) for row in rows)
