"""Saved experiments are found wherever they are, counted once, and never believed to be whole."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from nbjudge.notebook import harvest as module
from nbjudge.notebook.harvest import Harvest, harvest
from nbjudge.verdict import Kind

MIME, MARK = "application/vnd.test+json", "test-record 1 "
LESSON = SimpleNamespace(MIME=MIME, TEXT_MARK=MARK)


def _record(*runs: str, **changes: Any) -> dict[str, Any]:
    listed = [{"run_id": name, "q": 1} for name in runs]
    return {"schema": "test", "predictions": [], "runs": listed, **changes}


def _line(record: Any) -> str:
    return MARK + json.dumps(record)


def _as_output(record: Any, mime: str = MIME) -> NotebookNode:
    return new_code_cell(outputs=[new_output("display_data", {mime: record})])


def _printed(text: str) -> NotebookNode:
    return new_code_cell(outputs=[new_output("stream", name="stdout", text=text)])


class Places:
    """Where a record can be: cells of the notebook, and the file beside it."""

    def __init__(self, folder: Path) -> None:
        self.sidecar = folder / "experiments.json"

    def harvest(self, *cells: NotebookNode, sidecar: Any = None) -> Harvest:
        """Harvest; the sidecar is written as it is when it is bytes, and else as JSON."""
        if sidecar is not None:
            plain = sidecar if isinstance(sidecar, bytes) else json.dumps(sidecar).encode()
            self.sidecar.write_bytes(plain)
        return harvest(new_notebook(cells=list(cells)), self.sidecar, LESSON)  # type: ignore[arg-type]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path)


def test_nothing_saved_is_no_record_and_no_complaint(places: Places) -> None:
    assert places.harvest(new_code_cell("x = 1"), _printed("done")) == Harvest()


def test_record_is_found_in_each_place(places: Places) -> None:
    text = _as_output(f"a table\n\n{_line(_record('text'))}", "text/plain")
    paste = new_code_cell(f"wb.load(r'''{_line(_record('paste'))}''')")
    found = places.harvest(paste, text, _as_output(_record("output")), sidecar=_record("sidecar"))
    assert found.sources == {name: (name,) for name in ("sidecar", "output", "text", "paste")}
    assert found.record is not None
    assert [run["run_id"] for run in found.record["runs"]] == list(found.sources)
    assert found.notes == ()


def test_the_same_run_in_several_places_counts_once(places: Places) -> None:
    record = _record("a", predictions=[{"prediction_id": "p"}])
    found = places.harvest(
        _as_output(record), new_markdown_cell(_line(record)), _printed(_line(record)),
        sidecar=record,
    )  # fmt: skip
    assert found == Harvest(record, {"a": ("sidecar", "output", "text", "paste")}, ())


def test_runs_that_only_the_output_has_are_added(places: Places) -> None:
    found = places.harvest(_as_output(_record("a", "b")), sidecar=_record("a"))
    assert found.sources == {"a": ("sidecar", "output"), "b": ("output",)}


def test_first_place_wins_a_conflict_and_a_note_names_the_run(places: Places) -> None:
    other = _record("a")
    other["runs"][0]["q"] = 2
    found = places.harvest(_as_output(other), sidecar=_record("a"))
    assert found.record == _record("a")
    (note,) = found.notes
    assert note.kind is Kind.INTEGRITY and " a;" in note.text


def test_conflicting_predictions_are_noted_too(places: Places) -> None:
    first, second = ({"prediction_id": "p", "text": text} for text in ("zero", "one"))
    found = places.harvest(
        _as_output(_record(predictions=[second])), sidecar=_record(predictions=[first])
    )
    assert found.record == _record(predictions=[first])
    assert "predictions" in found.notes[0].text


@pytest.mark.parametrize(
    "broken",
    [b"", b"{", b"[]", b"7", b"\xff", b'{"runs": 3}', b"[" * 100_000, b'{"runs": [' + b"[" * 9999],
    ids=lambda content: content[:12].decode("latin-1"),
)
def test_broken_sidecar_is_noted_and_the_output_is_used(places: Places, broken: bytes) -> None:
    found = places.harvest(_as_output(_record("a")), sidecar=broken)
    assert found.record == _record("a")
    (note,) = found.notes
    assert note.kind is Kind.RECORD and "experiments.json" in note.text


def test_sidecar_with_a_byte_order_mark_is_read(places: Places) -> None:
    found = places.harvest(sidecar=b"\xef\xbb\xbf" + json.dumps(_record("a")).encode())
    assert found == Harvest(_record("a"), {"a": ("sidecar",)})


def test_huge_sidecar_is_not_read(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = json.dumps(_record("a")).encode()
    monkeypatch.setattr(module, "LARGEST", len(plain))
    assert places.harvest(sidecar=plain).record == _record("a")
    monkeypatch.setattr(module, "LARGEST", len(plain) - 1)
    assert places.harvest().record is None


@pytest.mark.parametrize("target", ["elsewhere.json", "nowhere.json", "."])
def test_linked_sidecar_is_not_followed(places: Places, tmp_path: Path, target: str) -> None:
    (tmp_path / "elsewhere.json").write_text(json.dumps(_record("a")), "utf-8")
    places.sidecar.symlink_to(target)
    assert places.harvest().record is None


def test_hollow_sidecar_does_not_hide_the_record_in_the_output(places: Places) -> None:
    found = places.harvest(_as_output(_record("a")), sidecar={"runs": []})
    assert found.record == _record("a")
