"""The record as text: the file, the evidence line, and what a learner pastes."""

from __future__ import annotations

import json
import re
from typing import NoReturn

from ._rules import Document, RecordError
from ._validate import check, check_size

MARKER = "attention-workbench-record 1 "
_ANY_MARKER = re.compile(r"attention-workbench-record [0-9]+ ")
_LISTS = ("predictions", "runs")
_COPY_AGAIN = "Press 'Copy record' in the workbench and paste the whole text."


def to_file(document: Document) -> str:
    """Write the record with one line for each entry, so that a reader and a diff find their way."""
    head = {name: value for name, value in document.items() if name not in _LISTS}
    lists = (
        f'"{name}": [\n' + ",\n".join(_compact(entry) for entry in document[name]) + "\n]"
        for name in _LISTS
    )
    return _compact(head)[:-1] + ",\n" + ",\n".join(lists) + "}\n"


def to_line(document: Document) -> str:
    """Write the record as the one line that a notebook keeps.

    The line is plain ASCII without an apostrophe: it can stand between `r'''` and `'''`.
    """
    line = json.dumps(document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return MARKER + line.replace("'", "\\u0027")


def from_file(content: bytes) -> Document:
    """Read the content of an `experiments.json`.

    Raises
    ------
    RecordError
        If it is no JSON, too large, or breaks a rule of the format.
    """
    check_size(content)
    try:
        text = content.decode("utf-8-sig")
        document = _DECODER.decode(text)
        _refuse_half_characters(document)
    except (ValueError, RecursionError) as problem:
        raise RecordError(f"This is not JSON that can be read ({problem}).") from problem
    return check(document)


def from_pasted(text: str) -> list[Document]:
    """Read every record in pasted text: bare JSON, an evidence line, or text around such lines.

    Raises
    ------
    RecordError
        If there is no record in it, or one that breaks a rule.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return [_decode_at(text, text.index("{"))[0]]
    documents = _after_markers(text)
    if not documents:
        raise RecordError(
            f"There is no record in this text: no line that begins with '{MARKER.strip()}'. "
            + _COPY_AGAIN
        )
    return documents


def _after_markers(text: str) -> list[Document]:
    """Decode what follows each marker; one that a learner wrote in a sentence is passed over."""
    documents: list[Document] = []
    end, problem = 0, None
    while found := _ANY_MARKER.search(text, end):
        try:
            document, end = _decode_at(text, found.end())
        except RecordError as error:
            problem, end = error, found.end()
        else:
            documents.append(document)
    if problem and not documents:
        raise problem
    return documents


def _decode_at(text: str, start: int) -> tuple[Document, int]:
    try:
        document, end = _DECODER.raw_decode(text, start)
        _refuse_half_characters(document)
    except (ValueError, RecursionError) as problem:
        raise RecordError(
            "The record in this text is incomplete or changed. " + _COPY_AGAIN
        ) from problem
    check_size(text[start:end])
    return check(document), end


def _refuse_half_characters(document: object) -> None:
    _compact(document).encode()  # a lone surrogate raises UnicodeEncodeError, a ValueError


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
