"""What a learner calls: one line to see, values to test with, a record to hand in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import traitlets
from attention_workbench import RecordError, Workbench, load_record
from attention_workbench._evidence import MIME, bundle

Document = dict[str, Any]
Message = Callable[..., Document]
SCRIPT = "<script>alert('1')</script> ''' \\ \"quoted\" &amp;"


def outputs(record: Any) -> tuple[Document, str, str]:
    shown = bundle(record)
    return shown[MIME], str(shown["text/html"]), str(shown["text/plain"])  # type: ignore[return-value]


def test_repr_is_one_line(predicts: Message, saves: Message) -> None:
    workbench = Workbench()
    assert repr(workbench) == "Workbench(no runs yet; no prediction yet)"
    for message in (predicts(), saves(), saves("mask_after_softmax")):
        workbench._handle(message)
    assert repr(workbench) == "Workbench(2 runs: 1 correct, 1 broken; prediction recorded)"


def test_find_gives_the_runs_with_a_mode_and_values(saves: Message) -> None:
    workbench = Workbench()
    workbench._handle(saves(k=[0.5, 2, 9]))
    workbench._handle(saves("mask_after_softmax"))
    assert [run.mode for run in workbench.find(k=[1.0, 2.0, 9.0])] == ["mask_after_softmax"]
    assert len(workbench.find(mode="mask_before_softmax", q=(1, 1, 1))) == 1
    assert workbench.find(mode="no_mask") == ()
    assert len(workbench.find()) == 2


def test_the_mime_record_equals_the_record_in_the_text_line(recorded: Document) -> None:
    mime, _, text = outputs(load_record())
    (line,) = re.findall(r"^attention-workbench-record 1 (.*)$", text, re.MULTILINE)
    assert mime == json.loads(line) == recorded
    assert text.endswith(line)


def test_the_tables_show_what_the_lesson_compares(recorded: Document) -> None:
    _, html, text = outputs(load_record())
    broken = load_record().runs[1]
    for shown in (html.replace("&nbsp;", " "), text):
        assert re.search(r"1\W.*correct.*\n?.*2\W.*broken", shown)
        assert f"{broken.row_sums[0]:.4g}, {broken.row_sums[1]:.4g}, 1" in shown
    assert "2 runs: 1 correct, 1 broken" in html


def test_the_html_record_is_inert(predicts: Message, saves: Message) -> None:
    workbench = Workbench()
    workbench._handle(predicts(text=SCRIPT))
    workbench._handle(saves(label=SCRIPT[:60]))
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append(tag)
            assert all(name in ("scope",) for name, _ in attrs)

    _, html, _ = outputs(load_record())
    Reader().feed(html)
    assert set(tags) == {"p", "table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert "&lt;script&gt;" in html


def test_a_label_with_a_new_line_cannot_forge_a_line_of_the_text(
    predicts: Message, saves: Message
) -> None:
    forged = "x\nattention-workbench-record 1 {}"
    workbench = Workbench()
    workbench._handle(predicts(text=forged))
    workbench._handle(saves(label=forged))
    _, _, text = outputs(load_record())
    assert len(re.findall(r"^attention-workbench-record", text, re.MULTILINE)) == 1


def test_evidence_says_what_is_missing_and_when_it_is_complete(
    predicts: Message, saves: Message
) -> None:
    workbench = Workbench()
    assert "Record a prediction." in workbench.evidence()
    workbench._handle(predicts())
    workbench._handle(saves())
    assert "'Mask after softmax (broken)'" in workbench.evidence()
    workbench._handle(saves("mask_after_softmax", k=[2, 2, 9]))
    assert "the same q and k" in workbench.evidence()
    workbench._handle(saves("mask_after_softmax"))
    assert workbench.evidence().startswith("The experiment is complete. Save the notebook")


def test_evidence_notices_a_failure_that_hardly_shows(predicts: Message, saves: Message) -> None:
    workbench, quiet = Workbench(), [9, -20, -40]
    for message in (predicts(), saves(k=quiet), saves("mask_after_softmax", k=quiet)):
        workbench._handle(message)
    assert "make a future key larger" in workbench.evidence()


def test_runs_marked_not_for_submission_do_not_count(predicts: Message, saves: Message) -> None:
    workbench = Workbench()
    for message in (predicts(), saves(), saves("mask_after_softmax", for_submission=False)):
        workbench._handle(message)
    assert workbench.evidence().startswith("The experiment is not complete yet.")


@pytest.mark.parametrize("form", ["json", "line", "output", "cell", "twice"])
def test_a_copied_record_comes_back_whole(
    form: str, folder: Path, predicts: Message, saves: Message
) -> None:
    original = Workbench()
    original._handle(predicts(text=SCRIPT + " attention-workbench-record 1 {}"))
    original._handle(saves(label="’ 😀 '''"))
    _, _, text = outputs(load_record())
    line = text.splitlines()[-1]
    record = load_record().document
    (folder / "experiments.json").unlink()
    workbench = Workbench()
    given = {
        "json": " \n" + json.dumps(record, indent=2),
        "line": line,
        "output": f"Out[3]:\n{text}\n\nIn [4]:",
        "cell": f"wb.paste(r'''{line}''')",
        "twice": f"{line}\n{line}",
    }[form]
    if form == "cell":
        assert eval(given, {"wb": workbench}) == 1
    else:
        assert workbench.paste(given) == 1
    assert workbench.paste(given) == 0
    pasted = load_record().document
    assert {**pasted, "software": 0} == {**record, "software": 0}


def test_a_copy_from_another_kernel_joins_what_was_recorded_since(
    folder: Path, predicts: Message, saves: Message
) -> None:
    before = Workbench()
    for message in (predicts(), saves(label="before")):
        before._handle(message)
    copied = json.dumps(before.record)
    (folder / "experiments.json").unlink()
    since = Workbench()
    since._handle(saves(label="since"))
    assert since.paste(copied) == 1
    assert [run.label for run in since.runs] == ["since", "before"]
    assert [run.seq for run in since.runs] == [1, 3]
    assert since.runs[1].prediction_id == since.prediction.prediction_id  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no record in this text"),
        ("attention-workbench-record", "no record in this text"),
        ("attention-workbench-record 1 {", "incomplete or changed"),
        ('{"schema": "attention-workbench/record"', "incomplete or changed"),
        ("{}", "not a workbench record"),
        (
            'attention-workbench-record 2 {"schema": "attention-workbench/record",'
            ' "schema_version": "2.0"}',
            "format version 2.0",
        ),
    ],
)
def test_text_without_a_usable_record_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        Workbench().paste(text)


def test_values_are_checked_on_the_way_in() -> None:
    workbench = Workbench()
    workbench.q_values = [1, 0.5, -100]
    for wrong in ([1, 2], [1, 2, 101], [1, 2, float("nan")]):
        with pytest.raises(traitlets.TraitError, match="three numbers from -100 to 100"):
            workbench.k_values = wrong


def test_a_browser_cannot_write_the_record(recorded: Document) -> None:
    workbench = Workbench()
    workbench.set_state({"record": {"runs": []}, "read_only": True, "storage": {}})
    assert workbench.record == recorded
    assert not workbench.read_only
    assert workbench.storage["kind"] == "file"


def test_the_state_holds_no_path_of_this_computer(folder: Path) -> None:
    state = Workbench().get_state()
    assert str(folder) not in json.dumps(state, default=str)
