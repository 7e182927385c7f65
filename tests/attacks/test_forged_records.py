"""Saved experiments are recomputed: nothing that a record says of itself is believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from nbjudge.verdict import Status
from tests.field.hand_ins import Case, HandIn

Edit = Callable[[HandIn], None]


def record(change: Callable[[dict[str, Any]], Any], *, outputs: bool = True) -> Edit:
    """Change the record, in the file and in the notebook's outputs."""

    def edit(hand_in: HandIn) -> None:
        plain = json.loads(hand_in.files["experiments.json"])
        changed = change(plain)
        plain = plain if changed is None else changed
        hand_in.files["experiments.json"] = json.dumps(plain).encode()
        if outputs:
            hand_in.cell("evidence").outputs = []

    return edit


def _runs(**values: Any) -> Callable[[dict[str, Any]], None]:
    def change(plain: dict[str, Any]) -> None:
        for run in plain["runs"]:
            run |= values

    return change


def _inputs(**values: Any) -> Callable[[dict[str, Any]], None]:
    def change(plain: dict[str, Any]) -> None:
        for run in plain["runs"]:
            run["inputs"] |= values

    return change


def _results(plain: dict[str, Any]) -> None:
    plain["runs"][1]["results"] |= {"row_sums": [0.5, 0.5, 1.0], "max_row_sum_error": 0.5}


def _raw(text: bytes) -> Edit:
    def edit(hand_in: HandIn) -> None:
        hand_in.files["experiments.json"] = text
        hand_in.cell("evidence").outputs = []

    return edit


NO_RUN = {"experiment": 0, "own-test": 2}
ONLY_PREDICTED = {"experiment": 1, "own-test": 2}
"""The prediction stands before any run that counts: there is none."""
AT_RUN_TIME = """
import json, pathlib
beside = pathlib.Path("experiments.json")
for place in (beside, "../experiments.json", beside.absolute()):
    try: pathlib.Path(place).write_text(json.dumps(RECORD))
    except OSError: pass
print("attention-workbench-record 1 " + json.dumps(RECORD))
from IPython.display import publish_display_data
publish_display_data({"application/vnd.attention-workbench+json": RECORD})
"""


def _at_run_time(hand_in: HandIn) -> None:
    plain = json.loads(hand_in.files.pop("experiments.json"))
    hand_in.cell("evidence").outputs = []
    text = json.dumps(json.dumps(plain))
    hand_in.insert("experiment", f"import json\nRECORD = json.loads({text})" + AT_RUN_TIME)


def _of_another_with_the_same_ids(hand_in: HandIn) -> None:
    plain = json.loads(hand_in.files["experiments.json"])
    plain["runs"].reverse()
    plain["runs"][0]["run_id"] = plain["runs"][1]["run_id"]
    hand_in.files["experiments.json"] = json.dumps(plain).encode()


CASES = [
    Case(
        "forges results",
        edit=record(_results),
        lost={"experiment": 2},
        note="recomputed, they differ",
    ),
    Case("writes the record at run time", edit=_at_run_time, lost=NO_RUN),
    Case(
        "gives two runs one id",
        edit=_of_another_with_the_same_ids,
        note="Two different saved runs bear the id",
        at_most=True,
    ),
    Case("records as text", edit=record(_runs(run_id="<script>alert(1)</script>")), at_most=True),
    Case("gives runs lists as ids", edit=record(_runs(run_id=[["x"] * 50])), lost=ONLY_PREDICTED),
    Case("gives runs no places", edit=record(_runs(seq=float("nan"))), lost=ONLY_PREDICTED),
    Case("puts runs before time", edit=record(_runs(seq=-5)), lost={}, at_most=True),
    Case("saves infinite keys", edit=record(_inputs(k=[1e308, 1e308, 1e308])), lost=ONLY_PREDICTED),
    Case("saves a million keys", edit=record(_inputs(k=[1.0] * 100_000)), lost=ONLY_PREDICTED),
    Case("saves nothing but true", edit=record(_inputs(q=[True] * 3, causal_mask=1)), at_most=True),
    Case("saves text for numbers", edit=record(_inputs(q=["1", "1", "1"])), lost=ONLY_PREDICTED),
    Case(
        "saves ten thousand runs",
        edit=record(lambda p: p.update(runs=p["runs"] * 5000)),
        at_most=True,
    ),
    Case(
        "says 4 points",
        edit=record(lambda p: p.update(score=4, parts=[4], runs=[])),
        lost=ONLY_PREDICTED,
    ),
    Case("record that is a list", edit=_raw(b"[1, 2]"), lost=NO_RUN, note="not a readable record"),
    Case(
        "record that is deep", edit=_raw(b"[" * 200_000), lost=NO_RUN, note="not a readable record"
    ),
    Case("record that is nothing", edit=_raw(b""), lost=NO_RUN, note="not a readable record"),
    Case(
        "record in UTF-16",
        edit=_raw('{"runs": []}'.encode("utf-16")),
        lost=NO_RUN,
        note="not a readable record",
    ),
    Case("record of half a character", edit=record(_runs(label="\ud800")), status=Status.GRADED),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_record_is_worth_what_its_inputs_give(case: Case, hold: Callable[[Case], object]):
    hold(case)
