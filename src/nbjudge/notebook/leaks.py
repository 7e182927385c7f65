"""Finds lines of hidden tests in what a submission shows.

A test that runs in the student's process can be read there while it runs. What of it turns up in an
output, plainly or in one of the usual disguises, stays out of the feedback, and a person hears of
it. That is no wall: an encrypted line gets past it.
"""

from __future__ import annotations

import base64
import codecs
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from nbformat import NotebookNode

from .cells import inside, is_test, marks, outside

TELLING = 16
"""Characters that a line must have without its spaces: shorter ones occur everywhere."""

_SPACE = re.compile(r"[\s\\]+")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){10,}")
_NUMBERS = re.compile(r"(?:\b\d{1,3}\b[\s,;]+){10,}\d{1,3}")
_MOST = 1_000_000  # characters of an output that are looked at


class HiddenLines:
    """The lines of a notebook's hidden tests that tell something.

    Parameters
    ----------
    notebook : NotebookNode
        A submission with the master's tests in it.
    delimiters : tuple of (str, str)
        Between which lines a hidden test stands.
    """

    def __init__(self, notebook: NotebookNode, delimiters: tuple[str, str]) -> None:
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        shown = [outside(c.source, *delimiters) if is_test(c) else c.source for c in code]
        public = {_bare(line) for source in shown for line in source.split("\n")}
        hidden = (line for c in code if is_test(c) for line in inside(c.source, *delimiters))
        self._lines = {bare for line in hidden if len(bare := _bare(line)) >= TELLING} - public

    def are_in(self, text: str) -> bool:
        """Whether one of the lines can be read in a text."""
        if not self._lines or len(text) < TELLING:  # no disguise makes a line shorter than that
            return False
        readings = [_bare(reading) for reading in _readings(text[:_MOST])]
        return any(line in reading for line in self._lines for reading in readings)

    def shown_by(self, cell: NotebookNode) -> list[int]:
        """Return which outputs of a cell show one of the lines.

        An error of a test is not among them: it is the test's own, and shown without its source.
        """
        own = is_test(cell)
        return [
            number
            for number, output in enumerate(cell.get("outputs", ()))
            if not (own and output.output_type == "error")
            and any(self.are_in(text) for text in _texts(output))
        ]


def _bare(text: str) -> str:
    return _SPACE.sub("", text)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list) and all(isinstance(part, str) for part in value):
        yield "".join(value)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _readings(text: str) -> Iterator[str]:
    """Yield a text, and what it says to those who undo a simple disguise."""
    yield text
    yield text[::-1]
    yield codecs.encode(text, "rot13")
    yield from map(_text_of, _decoded(text))


def _decoded(text: str) -> Iterator[bytes]:
    for found in _HEX.findall(text):
        yield from _opened(bytes.fromhex(found))
    for found in _BASE64.findall(text):
        with suppress(ValueError):
            padded = found.rstrip("=") + "=" * (-len(found.rstrip("=")) % 4)
            yield from _opened(base64.b64decode(padded, altchars=_altchars(found)))
    for found in _NUMBERS.findall(text):
        numbers = [int(number) for number in re.findall(r"\d+", found)]
        yield bytes(number for number in numbers if number < 256)


def _altchars(text: str) -> bytes:
    return b"-_" if "-" in text or "_" in text else b"+/"


def _opened(data: bytes) -> Iterator[bytes]:
    """Yield bytes, and what they hold when they are compressed."""
    yield data
    with suppress(zlib.error):
        yield zlib.decompressobj(wbits=47).decompress(data, _MOST)


def _text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def cells_that_show(lines: HiddenLines, cells: Iterable[NotebookNode]) -> list[str]:
    """Return the names of the cells with an output that shows a hidden line."""
    found = [cell for cell in cells if cell.cell_type == "code" and lines.shown_by(cell)]
    return [str(marks(cell).get("grade_id") or "one of the student's own") for cell in found]
