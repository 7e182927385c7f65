"""A CSV file of the LMS's own, of which single cells are changed and all else stays byte for byte.

Python's csv module reads cells and forgets how they were written: the quotes, the line endings,
the byte order mark. An LMS that gets its own file back should find nothing changed but the marks.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from ._errors import LmsError

DELIMITERS = (",", ";", "\t")
QUOTE = '"'
LINE_END = re.compile(r"\r\n|\n|\r")


class Sheet:
    """Rows of cells with their spelling.

    Parameters
    ----------
    text : str
        The file's text.
    name : str
        How messages call the file.
    """

    def __init__(self, text: str, name: str = "The file") -> None:
        self.name = name
        self.delimiter = _delimiter(text)
        self._raw, self._ends = _tokenized(text, self.delimiter, name)

    @property
    def rows(self) -> list[list[str]]:
        """The cells' values, all of them text."""
        return [[_value(raw) for raw in row] for row in self._raw]

    @property
    def header(self) -> list[str]:
        """The first row's values."""
        return [_value(raw) for raw in self._raw[0]] if self._raw else []

    def set(self, row: int, column: int, value: str) -> None:
        """Change one cell; a row that ends before the column is filled up with empty cells."""
        cells = self._raw[row]
        cells += [""] * (column + 1 - len(cells))
        was_quoted = cells[column].startswith(QUOTE)
        cells[column] = _spelled(value, self.delimiter, quoted=was_quoted)

    def __str__(self) -> str:
        lines = zip(self._raw, self._ends, strict=True)
        return "".join(self.delimiter.join(row) + end for row, end in lines)


def read_sheet(path: Path) -> tuple[Sheet, str]:
    """Return a CSV file and its encoding, in which it is to be written again.

    Raises
    ------
    LmsError
        When the file is missing, is not Unicode, or a quote in it is never closed.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LmsError(f"{path} cannot be read: {error.strerror}.") from error
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    try:
        return Sheet(data.decode(encoding), str(path)), encoding
    except UnicodeDecodeError as error:
        raise LmsError(
            f"{path} is not UTF-8 (byte {error.start}): download it again, "
            "or save it as CSV UTF-8 if a spreadsheet has written it."
        ) from error


def _delimiter(text: str) -> str:
    """Return the delimiter that the first line has most of; Canvas writes semicolons on request."""
    first = LINE_END.split(re.sub(r'"[^"]*"', "", text), maxsplit=1)[0]
    return max(DELIMITERS, key=first.count)


def _tokenized(text: str, delimiter: str, name: str) -> tuple[list[list[str]], list[str]]:
    """Return each row's cells as they are spelled, and what ends each row."""
    cell = re.compile(rf'("[^"]*+(?:""[^"]*+)*+")?([^{delimiter}\r\n]*)')
    rows, ends, row, place = list[list[str]](), list[str](), list[str](), 0
    while place < len(text) or row:
        quoted, rest = (part or "" for part in cell.match(text, place).groups())  # type: ignore[union-attr]  # matches anything
        raw = quoted + rest
        if rest.startswith(QUOTE) and not quoted:
            raise LmsError(f"{name} has a quote in row {len(rows) + 1} that is never closed.")
        row.append(raw)
        place += len(raw)
        if text.startswith(delimiter, place):
            place += len(delimiter)
            continue
        end = LINE_END.match(text, place)
        rows.append(row)
        ends.append(end[0] if end else "")
        row, place = [], place + len(ends[-1])
    return rows, ends


def _value(raw: str) -> str:
    if not raw.startswith(QUOTE):
        return raw
    inner, _quote, rest = raw[1:].rpartition(QUOTE)
    return inner.replace(QUOTE * 2, QUOTE) + rest


def _spelled(value: str, delimiter: str, *, quoted: bool) -> str:
    if quoted or re.search(rf'[{delimiter}"\r\n]|^\s|\s$', value):
        return QUOTE + value.replace(QUOTE, QUOTE * 2) + QUOTE
    return value
