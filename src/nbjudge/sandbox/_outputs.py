"""Outputs of nbformat, from records that a notebook's process sent; none of it is believed.

Each record costs about its own length in time, whatever stands in it and however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from nbjudge.wire import WireError, decode

from ._bundles import Malformed, bundle, metadata, number, text, texts
from .inside.journal import EVENT, RECORD, SLACK, STDERR, STDOUT

Output = dict[str, Any]

_NAMES = {STDOUT: "stdout", STDERR: "stderr"}
_MOST_NOTES = 20
_MOST_UPDATED = 100  # displays of one name that an update reaches
_CUT = "\n[output was cut here: it is longer than the limit]\n"


class Outputs:
    """The outputs of one session's cells, and which of them are displays that may be updated.

    Parameters
    ----------
    limit : int
        Bytes of records from one `begin` to the next.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._displays: dict[str, list[Output]] = {}
        self.begin()

    def begin(self) -> None:
        """Begin a cell."""
        self.cell: list[Output] = []
        self.notes: list[str] = []
        self._room = self._limit + SLACK
        self._shown: set[str] = set()
        self._parts: list[str] = []
        self._clear_first = False

    def add(self, records: object, cut: object) -> None:
        """Add what a process sent; what makes no sense is left out."""
        taken = records[: self._room] if type(records) is bytes else b""
        self._room -= len(taken)
        for kind, data in _split(taken):
            self._add(kind, data)
        if cut is True or (type(records) is bytes and len(taken) < len(records)):
            self._note_cut()
        self._seal()

    def note(self, words: str) -> None:
        """Add a note, once."""
        if words not in self.notes and len(self.notes) < _MOST_NOTES:
            self.notes.append(words)

    def error(self, name: str, words: str) -> None:
        """Add an error that the student's code did not live to print."""
        self._append({"output_type": "error", "ename": name, "evalue": words, "traceback": [words]})

    def _note_cut(self) -> None:
        words = "output was cut: it is longer than the limit"
        if words not in self.notes:
            self.note(words)
            self._write("stderr", _CUT)

    def _add(self, kind: int, data: bytes) -> None:
        if kind in _NAMES:
            self._write(_NAMES[kind], data.decode("utf-8", "replace"))
        elif kind == EVENT:
            try:
                name, *parts = decode(data)
                _EVENTS[name](self, *parts)
            except (WireError, Malformed, TypeError, ValueError, KeyError):
                self.note("an output was left out: it is none that a notebook can hold")

    def _write(self, name: str, words: str) -> None:
        """Write to a stream; the text is put together in the end, not anew for each piece."""
        last = self.cell[-1] if self.cell and not self._clear_first else {}
        if last.get("name") != name:
            self._append({"output_type": "stream", "name": name, "text": ""})
        self._parts.append(words)

    def _append(self, output: Output) -> None:
        if self._clear_first:
            self._clear()
        self._seal()
        self.cell.append(output)

    def _seal(self) -> None:
        if self._parts and self.cell:
            self.cell[-1]["text"] = "".join([self.cell[-1]["text"], *self._parts])
        self._parts.clear()

    def _clear(self) -> None:
        self._clear_first = False
        gone = {id(output) for output in self.cell}
        for name in self._shown:
            shown = self._displays[name]
            shown[:] = [output for output in shown if id(output) not in gone]
        self._shown.clear()
        self._parts.clear()
        self.cell.clear()

    def _on_clear_output(self, wait: object) -> None:
        if wait is True:
            self._clear_first = True
        else:
            self._clear()

    def _on_display_data(self, data: object, about: object, name: object) -> None:
        output = {
            "output_type": "display_data",
            "data": bundle(data),
            "metadata": metadata(about),
        }
        self._append(output)
        if type(name) is str:
            shown = self._displays.setdefault(name, [])
            if len(shown) < _MOST_UPDATED:
                shown.append(output)
                self._shown.add(name)

    def _on_update_display_data(self, data: object, about: object, name: object) -> None:
        new = {"data": bundle(data), "metadata": metadata(about)}
        for output in self._displays.get(name, ()) if type(name) is str else ():
            output.update(new)

    def _on_execute_result(self, count: object, data: object, about: object) -> None:
        self._append(
            {
                "output_type": "execute_result",
                "execution_count": number(count),
                "data": bundle(data),
                "metadata": metadata(about),
            }
        )

    def _on_error(self, name: object, words: object, traceback: object) -> None:
        self._append(
            {
                "output_type": "error",
                "ename": text(name),
                "evalue": text(words),
                "traceback": texts(traceback),
            }
        )

    def _on_note(self, words: object) -> None:
        self.note(text(words)[:200])


_EVENTS: dict[str, Callable[..., None]] = {
    "clear_output": Outputs._on_clear_output,
    "display_data": Outputs._on_display_data,
    "update_display_data": Outputs._on_update_display_data,
    "execute_result": Outputs._on_execute_result,
    "error": Outputs._on_error,
    "note": Outputs._on_note,
}


def _split(records: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield kind and content of each record; the last may have been cut off by a death."""
    at = 0
    while at + RECORD.size <= len(records):
        kind, length = RECORD.unpack_from(records, at)
        at += RECORD.size
        yield kind, records[at : at + length]
        at += length
