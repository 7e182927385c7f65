"""Python answers every message of the browser, and records only what is well formed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attention_workbench._messages as messages
import pytest
from attention_workbench import Workbench

Document = dict[str, Any]
Message = Callable[..., Document]


def test_an_answer_carries_the_id_of_its_question(predicts: Message) -> None:
    message = predicts()
    assert Workbench()._handle(message) == {"id": message["id"], "ok": True, "seq": 1}


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        {},
        {"id": 3, "kind": "hello", "body": {}},
        {"id": "1", "kind": "compute", "body": {}},
        {"id": "1", "kind": ["hello"], "body": {}},
        {"id": "1", "kind": "hello", "body": None},
        {"id": "1", "kind": "predict", "body": {}},
        {"id": "1", "kind": "save_run", "body": {}},
        {"id": "1", "kind": "save_run", "body": {"run_id": ["x"]}},
    ],
)
def test_a_malformed_message_is_refused_with_a_sentence(message: object) -> None:
    workbench = Workbench()
    answer = workbench._handle(message)
    assert not answer["ok"] and answer["error"].endswith(".")
    assert workbench.runs == () and workbench.prediction is None


def test_a_refused_run_leaves_the_record_as_it_was(saves: Message) -> None:
    workbench = Workbench()
    answer = workbench._handle(saves(mode="mask_after_softmax", label="x" * 61))
    assert "at most 60 characters" in answer["error"]
    infinite = saves()
    infinite["body"]["results"]["weights"][0][0] = float("inf")
    assert "finite" in workbench._handle(infinite)["error"]
    assert workbench.runs == ()


def test_an_exception_becomes_an_answer(saves: Message, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise ZeroDivisionError("surprise")

    monkeypatch.setattr(messages, "now", fail)
    answer = Workbench()._handle(saves())
    assert not answer["ok"] and "ZeroDivisionError: surprise" in answer["error"]


def test_a_run_names_the_prediction_that_came_before_it(predicts: Message, saves: Message) -> None:
    workbench, first = Workbench(), predicts()
    for message in (first, predicts(text="I changed my mind."), saves()):
        workbench._handle(message)
    assert workbench.runs[0].prediction_id == first["body"]["prediction_id"]
    assert workbench.prediction is not None
    assert workbench.prediction.text == "Token 3 is in the future."


def test_a_run_saved_without_a_recorded_prediction_names_none(
    predicts: Message, saves: Message
) -> None:
    workbench = Workbench()
    workbench._handle(saves())
    workbench._handle(predicts())
    workbench._handle(saves(prediction_id=None))
    workbench._handle(saves(prediction_id="0b9f0e0c-8f2b-4a8e-9d0e-0123456789ab"))
    assert [run.prediction_id for run in workbench.runs] == [None, None, None]


def test_hello_says_where_the_record_is_made(saves: Message) -> None:
    workbench = Workbench()
    workbench._handle({"id": "1", "kind": "hello", "body": {"frontend": "notebook"}})
    workbench._handle(saves())
    assert workbench.record["software"]["frontend"] == "notebook"


def test_the_published_record_is_json_the_browser_can_read(recorded: Document) -> None:
    assert json.loads(json.dumps(Workbench().record, allow_nan=False)) == recorded


def test_a_published_record_follows_each_answer(saves: Message) -> None:
    workbench, seen = Workbench(), []
    workbench.observe(lambda change: seen.append(len(change["new"]["runs"])), "record")
    workbench._handle(saves())
    workbench._handle(saves())
    assert seen == [1, 2]
