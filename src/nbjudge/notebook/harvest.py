"""Collects the experiments that a student saved, from every place where they may be.

The same run may be in the file beside the notebook, in an output and in a pasted text: the union
by ``run_id`` counts it once, and says where it was found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from ..lesson import Experiments
from ..verdict import Kind, Note, printable
from . import untrusted

Record = dict[str, Any]

LARGEST = 8 * 2**20
"""Bytes of one stored record; the workbench writes 512 kB at most."""


@dataclass(frozen=True)
class Harvest:
    """What was found: one record, where each run came from, and what there is to say."""

    record: Record | None = None
    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()


def harvest(notebook: NotebookNode, sidecar: Path, lesson: Experiments) -> Harvest:
    """Return the union of all records in a submission.

    Parameters
    ----------
    notebook : NotebookNode
        The submission, with its outputs.
    sidecar : Path
        The record file beside the notebook; it need not exist.
    lesson : Experiments
        Names the MIME type and the mark of a record's text line.

    Returns
    -------
    Harvest
        ``record`` is None when nothing was found; in a conflict the first source wins,
        in the order sidecar, output, text, paste.
    """
    notes: list[Note] = []
    found = [*_sidecar(sidecar, notes), *_outputs(notebook, lesson), *_pasted(notebook, lesson)]
    if not found:
        return Harvest(notes=tuple(notes))
    record: Record = {}
    for _source, other in reversed(found):  # so that the first source's fields stay
        record |= other
    record["predictions"] = list(_union(found, "predictions", "prediction_id", notes).values())
    runs = _union(found, "runs", "run_id", notes)
    record["runs"] = list(runs.values())
    return Harvest(record, _places(found, runs), tuple(dict.fromkeys(notes)))


def _sidecar(path: Path, notes: list[Note]) -> Iterator[tuple[str, Record]]:
    if path.is_symlink() or not path.is_file():
        return
    with path.open("rb") as file:
        record = _record(file.read(LARGEST + 1))
    if record is None:
        notes.append(Note(Kind.RECORD, f"{path.name} is not a readable record."))
    else:
        yield "sidecar", record


def _outputs(notebook: NotebookNode, lesson: Experiments) -> Iterator[tuple[str, Record]]:
    for kind, text in _output_texts(notebook, lesson):
        records = [_record(text)] if kind == "output" else _lines(text, lesson.TEXT_MARK)
        yield from ((kind, record) for record in records if record is not None)


def _output_texts(notebook: NotebookNode, lesson: Experiments) -> Iterator[tuple[str, Any]]:
    for cell in notebook.cells:
        for output in cell.get("outputs", []) if cell.cell_type == "code" else []:
            data = output.get("data") if isinstance(output, dict) else None
            if isinstance(data, dict):
                yield "output", data.get(lesson.MIME)
                yield "text", _joined(data.get("text/plain"))
            elif isinstance(output, dict):
                yield "text", _joined(output.get("text"))


def _pasted(notebook: NotebookNode, lesson: Experiments) -> Iterator[tuple[str, Record]]:
    for cell in notebook.cells:
        for record in _lines(cell.source, lesson.TEXT_MARK):
            if record is not None:
                yield "paste", record


def _lines(text: str, mark: str) -> Iterator[Record | None]:
    """Return the records behind the mark; whatever follows the JSON on its line is left alone."""
    for line in text.split("\n"):
        _before, found, rest = line.partition(mark)
        if found:
            yield _record(rest)


def _record(stored: Any) -> Record | None:
    """Return a record from JSON text or from a value that JSON was already read into."""
    if isinstance(stored, str | bytes):
        try:
            text = stored.decode("utf-8-sig") if isinstance(stored, bytes) else stored
            stored = untrusted.loads(text) if len(text) <= LARGEST else None
        except ValueError:
            return None
    return stored if isinstance(stored, dict) and isinstance(stored.get("runs"), list) else None


def _joined(text: Any) -> str:
    return "".join(map(str, text)) if isinstance(text, list) else str(text or "")


def _union(
    found: Iterable[tuple[str, Record]], key: str, name: str, notes: list[Note]
) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for _source, record in found:
        listed = record.get(key)
        for entry in listed if isinstance(listed, list) else []:
            identity = str(entry.get(name)) if isinstance(entry, dict) else json.dumps(entry)
            if _content(entries.setdefault(identity, entry)) != _content(entry):
                shown = printable(identity[:40])
                text = f"Two different saved {key} bear the id {shown}; the first is used."
                notes.append(Note(Kind.INTEGRITY, text))
    return entries


def _content(entry: Any) -> Any:
    """Return what a copy keeps: a pasted run gets a new place and maybe another time."""
    if not isinstance(entry, dict):
        return entry
    return {key: value for key, value in entry.items() if key not in {"seq", "saved_at"}}


def _places(found: Iterable[tuple[str, Record]], runs: Iterable[str]) -> dict[str, tuple[str, ...]]:
    places: dict[str, dict[str, None]] = {run: {} for run in runs}
    for source, record in found:
        for entry in record["runs"]:
            if isinstance(entry, dict) and str(entry.get("run_id")) in places:
                places[str(entry.get("run_id"))][source] = None
    return {run: tuple(sources) for run, sources in places.items()}
