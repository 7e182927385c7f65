"""Nothing that was saved is lost, doubled, or overwritten."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attention_workbench
import pytest
from attention_workbench import RecordError, Workbench, load_record

Document = dict[str, Any]
Message = Callable[..., Document]


def test_opening_a_workbench_writes_nothing(folder: Path) -> None:
    Workbench()
    assert list(folder.iterdir()) == []


def test_a_save_is_on_disk_when_python_answers(folder: Path, saves: Message) -> None:
    answer = Workbench()._handle(saves())
    assert answer["ok"] and answer["seq"] == 1
    assert len(load_record(folder / "experiments.json").runs) == 1
    assert [path.name for path in folder.iterdir()] == ["experiments.json"]


def test_delivering_a_run_again_changes_nothing(folder: Path, saves: Message) -> None:
    workbench, message = Workbench(), saves()
    first = workbench._handle(message)
    content = (folder / "experiments.json").read_bytes()
    assert workbench._handle(message) == first
    assert Workbench()._handle(message) == first
    assert (folder / "experiments.json").read_bytes() == content


def test_a_new_kernel_goes_on_counting(predicts: Message, saves: Message) -> None:
    Workbench()._handle(predicts())
    assert Workbench()._handle(saves())["seq"] == 2
    assert Workbench().prediction is not None


def test_a_kernel_that_changes_folder_keeps_its_record(
    folder: Path, saves: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench = Workbench()
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    workbench._handle(saves())
    assert (folder / "experiments.json").exists()


def test_eight_threads_save_every_run_once(folder: Path, saves: Message) -> None:
    workbenches = [Workbench(), Workbench()]  # the same file shown by two cells
    messages = [[saves() for _ in range(10)] for _ in range(8)]

    def save_all(number: int) -> None:
        for message in messages[number]:
            assert workbenches[number % 2]._handle(message)["ok"]

    threads = [threading.Thread(target=save_all, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    runs = load_record(folder / "experiments.json").runs
    assert [run.seq for run in runs] == list(range(1, 81))
    assert {run.run_id for run in runs} == {m["body"]["run_id"] for row in messages for m in row}


def test_a_crash_before_the_replacement_leaves_the_old_record(
    recorded: Document, predicts: Message
) -> None:
    script = (
        "import os, json, pathlib, sys\n"
        f"sys.path.insert(0, {str(Path(attention_workbench.__file__).parents[1])!r})\n"
        "from attention_workbench import Workbench\n"
        "workbench = Workbench()\n"
        "pathlib.Path.replace = lambda self, other: os._exit(9)\n"
        "workbench._handle(json.loads(sys.stdin.read()))\n"
    )
    message = predicts(text="Late.")
    crashed = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(message), text=True, timeout=60
    )
    assert crashed.returncode == 9
    assert load_record("experiments.json").document == recorded
    assert Workbench()._handle(message) == {"id": message["id"], "ok": True, "seq": 4}


def test_what_an_interrupt_stopped_is_written_when_it_is_delivered_again(
    saves: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, message = Workbench(), saves()

    def interrupt(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            workbench._handle(message)
    assert list(Path().iterdir()) == []
    assert workbench._handle(message)["ok"]
    assert len(load_record("experiments.json").runs) == 1


def test_an_unwritable_folder_keeps_runs_in_memory_and_says_why(
    folder: Path, saves: Message
) -> None:
    (folder / "not-a-folder").write_text("")
    workbench = Workbench(folder / "not-a-folder" / "experiments.json")
    assert workbench._handle(saves())["ok"]
    assert len(workbench.runs) == 1
    assert workbench.storage["kind"] == "memory"
    assert workbench.storage["reason"] == "Not a directory"
    assert "Not a directory" in workbench.evidence()


def test_runs_kept_in_memory_reach_the_file_when_it_can_be_written_again(
    saves: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench = Workbench()

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refuse)
        assert workbench._handle(saves())["ok"]
        assert workbench.storage["reason"] == "Permission denied"
        assert len(workbench.runs) == 1
    workbench._handle(saves())
    assert workbench.storage["kind"] == "file"
    assert len(load_record("experiments.json").runs) == 2


def test_a_damaged_file_is_kept_aside_when_the_first_run_is_saved(
    folder: Path, saves: Message
) -> None:
    path = folder / "experiments.json"
    path.write_text('{"schema": "attention-workbench/record", ')
    workbench = Workbench()
    assert "experiments.json is damaged" in workbench.storage["notice"]
    assert path.read_text().endswith(", ")
    workbench._handle(saves())
    assert (folder / "experiments.json.bak").read_text().endswith(", ")
    assert workbench.storage["notice"].endswith("kept aside as experiments.json.bak.")
    assert len(load_record(path).runs) == 1


def test_a_second_damage_does_not_replace_the_first_backup(folder: Path, saves: Message) -> None:
    workbench = Workbench()
    for content in ("first", "second"):
        (folder / "experiments.json").write_text(content)
        workbench._handle(saves())
    assert (folder / "experiments.json.bak").read_text() == "first"
    assert (folder / "experiments.json.2.bak").read_text() == "second"
    assert len(load_record("experiments.json").runs) == 2


def test_a_record_of_another_major_version_is_never_replaced(folder: Path, saves: Message) -> None:
    path = folder / "experiments.json"
    path.write_text('{"schema": "attention-workbench/record", "schema_version": "2.0"}')
    workbench = Workbench()
    assert workbench._handle(saves())["ok"]
    assert workbench.storage["kind"] == "memory"
    assert "format version 2.0" in workbench.storage["reason"]
    assert [file.name for file in folder.iterdir()] == ["experiments.json"]
    assert '"2.0"' in path.read_text()


def test_a_full_record_refuses_one_more_run(saves: Message) -> None:
    workbench = Workbench()
    with_long_numbers = saves(q=[0.1, 0.7, -1.3], k=[0.3, -0.9, 1.7], label="x" * 60)
    runs = []
    for number in range(200):
        body = with_long_numbers["body"] | {"run_id": saves()["body"]["run_id"]}
        entry = body | {"seq": number + 1, "saved_at": "2026-01-31T14:00:00Z"}
        runs.append(entry | {"prediction_id": None})
    workbench._store._keep(workbench._store.document | {"runs": runs})  # 200 fit into 512 kB
    answer = workbench._handle(saves())
    assert not answer["ok"] and "full: it holds 200 runs" in answer["error"]
    assert len(workbench.runs) == 200


@pytest.mark.parametrize("phase", ["autograde", "validate"])
def test_while_grading_nothing_is_written(
    phase: str, recorded: Document, saves: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Path("experiments.json").stat().st_mtime_ns
    monkeypatch.setenv("NBGRADER_EXECUTION", phase)
    workbench = Workbench()
    assert workbench.read_only
    assert workbench._handle(saves())["error"] == "Opened for grading: saving is off."
    assert len(workbench.runs) == 2
    assert Path("experiments.json").stat().st_mtime_ns == before


def test_while_grading_a_pasted_record_is_read_and_not_written(
    folder: Path, recorded: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Path("experiments.json").read_text()
    Path("experiments.json").unlink()
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    workbench = Workbench()
    assert workbench.paste(line) == 2
    assert len(workbench.runs) == 2
    assert list(folder.iterdir()) == []


def test_a_damaged_file_is_not_touched_while_grading(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "experiments.json").write_text("{")
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    Workbench().evidence()
    assert [file.name for file in folder.iterdir()] == ["experiments.json"]


def test_a_record_that_cannot_be_used_is_refused_by_the_reader(folder: Path) -> None:
    (folder / "experiments.json").mkdir()
    with pytest.raises(RecordError, match="cannot be read"):
        load_record("experiments.json")
