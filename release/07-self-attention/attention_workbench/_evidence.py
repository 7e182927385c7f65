"""The record as notebook output: JSON for programs, a table for readers, text for what is left."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ._record import Prediction, Record, Run
from ._text import to_line

MIME = "application/vnd.attention-workbench+json"
SHOWS = 0.01  # a broken run shows its failure when some row sum is off by at least this much
SUMS = {"less_than_1": "less than 1", "equal_1": "exactly 1", "more_than_1": "more than 1"}
GONE = "To bring the workbench back, run the first code cell, then this one."
HEADINGS = ("Run", "Mode", "q", "k", "Row sums", "Future weight", "Saved at (UTC)", "Label")


def bundle(record: Record, *, folded: bool = False) -> dict[str, object]:
    """Give the output of the evidence cell: the same record in three MIME types.

    Parameters
    ----------
    record
        What to show; the JSON is its document, whole.
    folded
        Fold the table away behind its caption, for the copy beside the widget. A sentence above it
        says how the widget comes back; the widget's style sheet hides it.
    """
    table = _html_table(record)
    if folded:
        table = f"<details><summary>{escape(caption(record))}</summary>{table}</details>"
        table = f'<p class="notebook-only aw-gone">{GONE}</p>{table}'
    return {
        MIME: record.document,
        "text/html": table,
        "text/plain": f"{_text_table(record)}\n\n{to_line(record.document)}",
    }


def caption(record: Record) -> str:
    """Say in one line what the record holds: `2 runs: 1 correct, 1 broken; prediction recorded`."""
    words = [run.word for run in record.runs]
    counts = [f"{words.count(word)} {word}" for word in ("correct", "broken", "unmasked")]
    counts = [count for count in counts if not count.startswith("0 ")]
    runs = f"{_plural(len(words), 'run')}: {', '.join(counts)}" if words else "no runs yet"
    return f"{runs}; {'prediction recorded' if record.prediction else 'no prediction yet'}"


def advice(record: Record, reason: str) -> str:
    """Tell the learner what to do next, and why if the record is in memory only."""
    steps = missing(record)
    state = "The experiment is not complete yet." if steps else "The experiment is complete."
    text = " ".join([state, *steps])
    if reason:
        text += f" The record could not be written to a file ({reason}): this output keeps it."
    return f"{text} Save the notebook (Ctrl+S) before you hand in."


def missing(record: Record) -> list[str]:
    """Say what the experiment still needs, one sentence each; empty when it is complete."""
    runs = [run for run in record.runs if run.for_submission]
    correct = [run for run in runs if run.word == "correct"]
    broken = [run for run in runs if run.word == "broken"]
    pairs = [run for run in broken if any((run.q, run.k) == (c.q, c.k) for c in correct)]
    return list(_sentences(record, correct, broken, pairs))


def _sentences(
    record: Record, correct: list[Run], broken: list[Run], pairs: list[Run]
) -> Iterator[str]:
    if not record.prediction:
        yield "Record a prediction."
    elif not any(run.prediction_id for run in correct + broken):
        yield "Save the runs after the prediction."
    if not correct:
        yield "Save a run with the causal mask on and broken mode off."
    if not broken:
        yield "Save a run with 'Mask after softmax (broken)' on."
    elif correct and not pairs:
        yield "Save a broken run and a correct run with the same q and k."
    elif not any(run.max_row_sum_error >= SHOWS for run in pairs or broken):
        yield "The failure hardly shows in the broken run: make a future key larger and save again."


def _rows(record: Record) -> Iterator[tuple[str, ...]]:
    for number, run in enumerate(record.runs, start=1):
        yield (
            str(number),
            run.word,
            _numbers(run.q),
            _numbers(run.k),
            _numbers(run.row_sums),
            f"{run.future_weight_total:.4g}",
            run.saved_at[:19].replace("T", " "),
            run.label if run.for_submission else f"{run.label} (not for submission)".strip(),
        )


def _prediction_line(prediction: Prediction | None) -> str:
    if prediction is None:
        return "No prediction recorded."
    return (
        f"Prediction: with the mask on, token 2's weight on token 3 is {prediction.future_weight}; "
        f"masked after softmax, row 2 sums to {SUMS[prediction.row_sum]}. "
        f"Why: {prediction.text}"
    )


def _html_table(record: Record) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in HEADINGS)
    body = "".join(
        "<tr>"
        + "".join(f"<td>{_unbroken(cell)}</td>" for cell in row[:-1])
        + f"<td>{escape(row[-1])}</td></tr>"
        for row in _rows(record)
    )
    return (
        f"<p>{escape(_prediction_line(record.prediction))}</p>"
        f"<table><caption>{escape(caption(record))}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _text_table(record: Record) -> str:
    rows = [HEADINGS, *(tuple(map(_one_line, row)) for row in _rows(record))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join([_one_line(_prediction_line(record.prediction)), *lines])


def _unbroken(text: str) -> str:
    return escape(text).replace(" ", "&nbsp;")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _numbers(row: tuple[float, ...]) -> str:
    return ", ".join(f"{number:.4g}" for number in row)


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
