"""A notebook that anybody may have written is read whole, or refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from nbjudge.notebook import reading
from nbjudge.notebook.reading import UnreadableError, read_notebook

Write = Callable[[Any], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write bytes as they are and any other value as JSON, and return the file."""

    def written(content: Any) -> Path:
        path = tmp_path / "handed-in.ipynb"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    return written


def _notebook(*cells: Any) -> dict[str, Any]:
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells)}


def _code(**changes: Any) -> dict[str, Any]:
    plain = {"cell_type": "code", "id": "a", "metadata": {}, "source": "x = 1"}
    return {**plain, "outputs": [], "execution_count": None, **changes}


def _only_cell(path: Path) -> NotebookNode:
    notebook = read_notebook(path)
    nbformat.validate(notebook)
    (cell,) = notebook.cells
    return cell


def _complaint(path: Path) -> str:
    with pytest.raises(UnreadableError) as refused:
        read_notebook(path)
    return str(refused.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b" \r\n", "is empty"),
        (json.dumps(_notebook(_code())).encode()[:70], "is not whole JSON"),
        (b"\x89PNG\r\n", "is not UTF-8"),
        ("caf\u00e9".encode("latin-1"), "is not UTF-8"),
        (b"[" * 200_000, "is nested too deeply"),
        ([], "is not a Jupyter notebook"),
        ({"cells": []}, "is not a Jupyter notebook"),
        ({"nbformat": "4", "cells": []}, "is not a Jupyter notebook"),
        ({"nbformat": 99, "metadata": {}, "cells": []}, "is no valid notebook"),
        ({"nbformat": 4, "metadata": {}}, "is no valid notebook"),
        ({"nbformat": 4, "metadata": {}, "cells": 7}, "is no valid notebook"),
        (_notebook("x = 1"), "is no valid notebook"),
        (_notebook(None), "is no valid notebook"),
        (_notebook([_code()]), "is no valid notebook"),
    ],
    ids=[
        "empty file", "blank", "cut", "an image", "another encoding", "deep", "a list",
        "no nbformat", "nbformat as text", "nbformat 99", "no cells", "cells as a number",
        "a cell as text", "a cell as null", "a cell as a list",
    ],
)  # fmt: skip
def test_broken_file_is_refused_in_a_sentence(write: Write, content: Any, reason: str) -> None:
    complaint = _complaint(write(content))
    assert complaint.startswith(f"handed-in.ipynb {reason}")
    assert complaint.endswith(".") and "\n" not in complaint and len(complaint) < 300


def test_missing_file_is_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in _complaint(tmp_path / "handed-in.ipynb")


def test_folder_named_like_a_notebook_is_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in _complaint(tmp_path)


def test_large_file_is_refused_before_it_is_read(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(_notebook(_code()))
    monkeypatch.setattr(reading, "LARGEST", path.stat().st_size)
    assert _only_cell(path).source == "x = 1"
    monkeypatch.setattr(reading, "LARGEST", path.stat().st_size - 1)
    assert "is larger than" in _complaint(path)


def test_byte_order_mark_does_no_harm(write: Write) -> None:
    path = write(b"\xef\xbb\xbf" + json.dumps(_notebook(_code())).encode())
    assert _only_cell(path).source == "x = 1"


def test_source_in_a_list_of_lines_is_joined(write: Write) -> None:
    assert _only_cell(write(_notebook(_code(source=["a\n", "b"])))).source == "a\nb"


def test_null_byte_stays_in_its_cell(write: Write) -> None:
    assert _only_cell(write(_notebook(_code(source="x\0")))).source == "x\0"


@pytest.mark.parametrize("cell", [_code(source=None), {"cell_type": "code"}], ids=["null", "none"])
def test_cell_without_a_source_is_empty(write: Write, cell: Any) -> None:
    assert _only_cell(write(_notebook(cell))).source == ""


@pytest.mark.parametrize(
    "cell",
    [
        _code(metadata=None),
        _code(metadata=[1]),
        _code(outputs=None),
        _code(outputs={"a": 1}),
        _code(execution_count="three"),
        {"cell_type": "code", "source": "x = 1"},
        {"cell_type": "heading", "source": "x = 1", "level": 2},
        {"source": "x = 1"},
        _code(cell_type="markdown"),
        _code(attachments={}),
        _code(id="with a space"),
    ],
    ids=[
        "metadata null", "metadata a list", "outputs null", "outputs a dict", "count as text",
        "bare", "heading", "no type", "markdown with outputs", "code with attachments", "bad id",
    ],
)  # fmt: skip
def test_cell_of_a_wrong_shape_becomes_valid_and_keeps_its_source(write: Write, cell: Any) -> None:
    assert _only_cell(write(_notebook(cell))).source == "x = 1"


def test_cells_with_the_same_id_get_their_own(write: Write) -> None:
    cells = read_notebook(write(_notebook(_code(), _code()))).cells
    assert len({cell.id for cell in cells}) == 2


def test_old_format_is_converted(write: Write) -> None:
    cell = {"cell_type": "code", "language": "python", "input": "x = 1", "outputs": []}
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": [cell]}]}
    assert _only_cell(write(old)).source == "x = 1"


@pytest.mark.parametrize(
    "text",
    ["\ud800", "\U0001f600", "\u0434\u0432\u0430"],
    ids=["half an emoji", "emoji", "Cyrillic"],
)
def test_what_was_read_can_be_written_as_utf8(write: Write, text: str) -> None:
    nbformat.writes(read_notebook(write(_notebook(_code(source=text))))).encode()


def test_deep_nesting_is_refused_or_can_be_written_again(write: Write) -> None:
    for depth in (100, 300, 900):
        nested = b'{"a": ' * depth + b"1" + b"}" * depth
        head = b'{"nbformat": 4, "nbformat_minor": 5, "cells": [], "metadata": '
        try:
            notebook = read_notebook(write(head + nested + b"}"))
        except UnreadableError:
            continue
        nbformat.writes(notebook)
