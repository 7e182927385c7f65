"""Outputs and texts of any shape are looked through without an error."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nbjudge.notebook.harvest import Harvest, harvest

MIME, MARK = "application/vnd.test+json", "test-record 1 "
LESSON = SimpleNamespace(MIME=MIME, TEXT_MARK=MARK)
RECORD = {"schema": "test", "predictions": [], "runs": [{"run_id": "a", "q": 1}]}
LINE = MARK + json.dumps(RECORD)


def _harvest(folder: Path, source: str = "", *outputs: Any) -> Harvest:
    cell = new_code_cell(source)
    cell.outputs = list(outputs)
    notebook = new_notebook()
    notebook.cells = [cell, new_markdown_cell("The end.")]
    return harvest(notebook, folder / "experiments.json", LESSON)  # type: ignore[arg-type]


def _stream(text: Any) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


@pytest.mark.parametrize(
    "output",
    [
        None, 7, "text", [], {}, {"data": None}, {"data": []}, {"data": "text"}, {"data": {}},
        {"data": {MIME: None}}, {"data": {MIME: [RECORD]}}, {"data": {MIME: {"runs": None}}},
        {"data": {MIME: MARK}}, {"data": {"text/plain": None}}, {"data": {"text/plain": {"a": 1}}},
        _stream(None), _stream([None, 7]), _stream({"a": 1}), _stream(MARK), _stream(MARK + "{"),
        _stream(MARK + "[" * 100_000), _stream(MARK + "nan"),
    ],
    ids=lambda output: str(output)[:50].replace("[[", "["),
)  # fmt: skip
def test_output_of_another_shape_holds_no_record(tmp_path: Path, output: Any) -> None:
    assert _harvest(tmp_path, "", output) == Harvest()
    assert _harvest(tmp_path, "", output, {"data": {MIME: RECORD}}).record == RECORD


@pytest.mark.parametrize(
    "text",
    [
        LINE, f"{LINE}\n", f"before\n{LINE}\nafter", f"  {LINE} and more", f"# {LINE}",
        f"load(r'''{LINE}''')", f"{LINE}\r\n", LINE.replace("1 {", "1   {"),
    ],
)  # fmt: skip
def test_line_is_read_whatever_stands_around_the_record(tmp_path: Path, text: str) -> None:
    assert _harvest(tmp_path, text).sources == {"a": ("paste",)}
    assert _harvest(tmp_path, "", _stream(text)).sources == {"a": ("text",)}
    assert _harvest(tmp_path, "", _stream(text.splitlines(keepends=True))).record == RECORD


def test_record_in_an_output_may_be_text(tmp_path: Path) -> None:
    found = _harvest(tmp_path, "", {"data": {MIME: json.dumps(RECORD)}})
    assert found == Harvest(RECORD, {"a": ("output",)})


def test_marks_of_another_version_are_left_alone(tmp_path: Path) -> None:
    assert _harvest(tmp_path, LINE.replace("record 1 ", "record 12 ")) == Harvest()


def test_every_line_is_read(tmp_path: Path) -> None:
    second = LINE.replace('"a"', '"b"')
    assert list(_harvest(tmp_path, f"{LINE}\n{second}").sources) == ["a", "b"]


def test_what_was_harvested_can_be_written_as_utf8(tmp_path: Path) -> None:
    """A text cut in the middle of an emoji leaves half a character, which JSON can carry."""
    found = _harvest(tmp_path, LINE.replace('"a"', r'"\ud83d"'))
    json.dumps([found.record, found.sources], ensure_ascii=False).encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["run_id", "prediction_id", "q"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=60)
@given(runs=st.lists(JSON, max_size=4), predictions=JSON, again=st.lists(JSON, max_size=2))
def test_entries_of_any_shape_are_passed_on(
    tmp_path: Path, runs: Any, predictions: Any, again: Any
) -> None:
    first = {"runs": runs, "predictions": predictions}
    found = _harvest(tmp_path, "", {"data": {MIME: first}}, {"data": {MIME: {"runs": again}}})
    assert found.record is not None
    assert all(run in runs + again for run in found.record["runs"])
    assert isinstance(found.record["predictions"], list)
    assert found.sources.keys() == {str(name) for name in found.sources}
