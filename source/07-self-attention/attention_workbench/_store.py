"""The record of one workbench: in memory, and in its file whenever that can be written."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable
from pathlib import Path

from . import _sidecar
from ._document import append, find, last_seq, new_document, software, union
from ._rules import MOST_RUNS, Document, OtherVersionError, RecordError
from ._text import to_file
from ._validate import check, check_size

_LOCKS: dict[Path, threading.RLock] = {}  # one for each file, whoever writes it in this process


class Store:
    """A record that only grows.

    The file is the truth: it is read again before each change, because another cell or another
    notebook may have written it. What only memory holds is added, so nothing is lost either way.

    Parameters
    ----------
    path
        The file; made absolute now, so that a later `os.chdir` does not move the record.
    read_only
        Never write, and refuse new entries.
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path = Path(path).absolute()
        self.read_only = read_only
        self.frontend = "unknown"
        self.lock = _LOCKS.setdefault(self.path, threading.RLock())
        self.document = new_document()
        self.notice = ""
        self._on_disk: Document | None = None
        self._damaged = False
        self._obstacle = ""  # why the file that is there must not be replaced
        self._failure = ""  # why the last attempt to write it failed
        self.refresh()

    @property
    def reason(self) -> str:
        """Why the record is in memory only; empty if the file is in order."""
        return self._obstacle or self._failure

    @property
    def storage(self) -> dict[str, str]:
        """Where the record is kept, as the widget shows it.

        `key` tells a page with several notebooks which workbench is which, without the path.
        """
        return {
            "kind": "memory" if self.reason else "file",
            "name": self.path.name,
            "reason": self.reason,
            "notice": self.notice,
            "key": hashlib.sha256(os.fsencode(self.path)).hexdigest()[:16],
        }

    def refresh(self) -> Document:
        """Take in what the file holds now, and return the whole record."""
        with self.lock:
            self._on_disk, self._damaged, self._obstacle = None, False, ""
            try:
                self._on_disk = _sidecar.read(self.path)
            except OtherVersionError as problem:
                self._obstacle = str(problem)
            except RecordError as problem:
                self._note_damage(problem)
            except OSError as problem:
                self._obstacle = problem.strerror or str(problem)
            if self._on_disk is not None:
                self.document = union(self._on_disk, self.document)
            return self.document

    def add(self, kind: str, entry_id: object, entry: Document) -> int:
        """Record a prediction or a run, once however often it is delivered.

        Parameters
        ----------
        kind
            `predictions` or `runs`.
        entry_id
            The id that the browser made.
        entry
            All of the entry but `seq`.

        Returns
        -------
        int
            Its number in the record.

        Raises
        ------
        RecordError
            If it is refused; the record is then as before.
        """
        with self.lock:
            if self.read_only:
                raise RecordError("Opened for grading: saving is off.")
            known = find(self.refresh(), kind, entry_id)
            if known is None:
                known = {**entry, "seq": last_seq(self.document) + 1}
                self._keep(append(self.document, kind, known))
            self._write()
            return int(known["seq"])

    def adopt(self, documents: Iterable[Document]) -> int:
        """Add the entries of copied records; return how many runs were new.

        While grading they are kept in memory only, so that the cell still runs.
        """
        with self.lock:
            merged = self.refresh()
            before = len(merged["runs"])
            for document in documents:
                merged = union(merged, document)
            self._keep(merged)
            if not self.read_only:
                self._write()
            return len(merged["runs"]) - before

    def _keep(self, document: Document) -> None:
        if len(document["runs"]) > MOST_RUNS:
            raise RecordError(
                f"The record is full: it holds {MOST_RUNS} runs. "
                f"Hand these in, or move {self.path.name} away to begin a new record."
            )
        made_with = {**document["software"], **software(self.frontend)}
        document = check({**document, "software": made_with})
        check_size(to_file(document))
        self.document = document

    def _write(self) -> None:
        if self._obstacle or self.document == self._on_disk:
            return
        try:
            if self._damaged:
                kept = _sidecar.keep_aside(self.path)
                self.notice = f"The damaged {self.path.name} was kept aside as {kept.name}."
            _sidecar.write(self.path, self.document)
        except OSError as problem:
            self._failure = problem.strerror or str(problem)
        else:
            self._on_disk, self._damaged, self._failure = self.document, False, ""

    def _note_damage(self, problem: RecordError) -> None:
        self._damaged = True
        spare = _sidecar.spare_name(self.path).name
        self.notice = (
            f"{self.path.name} is damaged: {problem} "
            f"The first save keeps it aside as {spare} and begins a new one."
        )
