"""Records as JSON documents: a new one, one more entry, the union of two.

A document is never changed in place; each function returns a new one.
"""

from __future__ import annotations

import platform
import uuid
from datetime import datetime, timezone

import anywidget

from ._rules import Document
from ._validate import SCHEMA, SCHEMA_VERSION

PACKAGE_VERSION = "1.0.0"
WORKBENCH_ID = "self-attention"
ID_NAMES = {"predictions": "prediction_id", "runs": "run_id"}


def now() -> str:
    """Give the time in UTC as RFC 3339 text."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_document() -> Document:
    """Make a record without entries."""
    time = now()
    return {
        "schema": SCHEMA,
        "schema_version": SCHEMA_VERSION,
        "workbench_id": WORKBENCH_ID,
        "record_id": str(uuid.uuid4()),
        "created_at": time,
        "updated_at": time,
        "software": software("unknown"),
        "predictions": [],
        "runs": [],
    }


def software(frontend: str) -> dict[str, str]:
    """Say which software makes the record."""
    return {
        "package": PACKAGE_VERSION,
        "anywidget": anywidget.__version__,
        "python": platform.python_version(),
        "frontend": frontend,
    }


def is_empty(document: Document) -> bool:
    """Whether nothing has been recorded yet."""
    return not document["predictions"] and not document["runs"]


def last_seq(document: Document) -> int:
    """Give the number of the newest entry; 0 if there is none."""
    return max((entry["seq"] for kind in ID_NAMES for entry in document[kind]), default=0)


def find(document: Document, kind: str, entry_id: object) -> Document | None:
    """Find the prediction or run with this id."""
    name = ID_NAMES[kind]
    return next((entry for entry in document[kind] if entry[name] == entry_id), None)


def append(document: Document, kind: str, entry: Document) -> Document:
    """Add one entry to the end of `predictions` or `runs`."""
    return {**document, "updated_at": now(), kind: [*document[kind], entry]}


def union(ours: Document, theirs: Document) -> Document:
    """Add to `ours` the entries that only `theirs` has.

    Entries that are new keep their `seq` where it is still free at the end, and otherwise move
    behind ours in their own order: the counter stays strictly increasing.
    """
    if is_empty(ours) and not is_empty(theirs):
        return theirs
    merged = {**ours, **{kind: list(ours[kind]) for kind in ID_NAMES}}
    last = last_seq(ours)
    for kind, entry in _in_order(theirs):
        if find(ours, kind, entry[ID_NAMES[kind]]) is None:
            last = max(entry["seq"], last + 1)
            merged[kind].append({**entry, "seq": last})
    return merged


def _in_order(document: Document) -> list[tuple[str, Document]]:
    entries = [(kind, entry) for kind in ID_NAMES for entry in document[kind]]
    return sorted(entries, key=lambda item: int(item[1]["seq"]))
