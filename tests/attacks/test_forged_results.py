"""Numbers, outputs and metadata that pose as a score or as a verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from nbformat import NotebookNode

from nbjudge.verdict import Status
from tests.attacks.test_replaced_names import ALL_WRONG, WRONG
from tests.field.hand_ins import EVERYDAY, Case, HandIn

RESULT = {
    "output_type": "execute_result",
    "data": {"text/plain": "4"},
    "metadata": {"nbgrader": {"grade": True, "points": 4, "grade_id": "explain"}, "nbjudge": "ok"},
    "execution_count": 1,
}
VERDICT = {
    "version": 1,
    "submission": "0" * 64,
    "master": "x",
    "engine": "x",
    "file": "",
    "notes": [],
    "results": [
        {"grade_id": "explain", "outcome": "passed", "score": 4, "max_score": 4, "message": ""}
    ],
    "run_sources": {},
}


def _stored_outputs(hand_in: HandIn) -> None:
    for cell in hand_in.notebook.cells:
        cell.metadata["nbjudge"] = "ok"
        if cell.cell_type == "code" and "evidence" not in cell.id:
            cell.outputs = [NotebookNode(RESULT)] * 3


def _stored_verdict(hand_in: HandIn) -> None:
    hand_in.notebook.metadata["nbjudge"] = VERDICT
    hand_in.notebook.metadata["nbgrader"] = {"score": 30}


def _broken_verdict(hand_in: HandIn) -> None:
    hand_in.notebook.metadata["nbjudge"] = {"notes": 5, "status": "graded"}
    for cell in hand_in.notebook.cells:
        cell.metadata["nbjudge"] = {"deep": [1]}


def _forged_metadata(hand_in: HandIn) -> None:
    for cell in hand_in.notebook.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata["nbgrader"] |= {
                "points": 4000,
                "score": 4,
                "grade": True,
                "manual_score": 4,
            }
            cell.metadata["nbgrader"]["solution"] = not cell.metadata["nbgrader"]["solution"]


PRINTS = """
print(4); print("np.float64(4.0)"); display(4)
from IPython.display import display_json, publish_display_data
publish_display_data({"text/plain": "4"}, {"nbgrader": {"points": 4}})
4
"""
DURING = """
import sys
from IPython.display import publish_display_data
def attention_weights(q, k, causal=True):
    print(4, flush=True); print(4, file=sys.stderr, flush=True)
    publish_display_data({"text/plain": "4"})
    get_ipython().displayhook(4)
    sys.displayhook(4.0)
    return np.full((len(q), len(k)), 7.0)
def stable_softmax(scores): return np.full(np.shape(scores), 7.0)
def attention(q, k, v, causal=True): return np.full(np.shape(v), 8.0)
4
"""
JOURNAL = """
import struct, os, gc
for each in gc.get_objects():
    for name in ("execute_result", "_on_execute_result", "event", "write_event", "put"):
        act = getattr(type(each), name, None)
        if "nbjudge" in getattr(type(each), "__module__", "") and callable(act):
            try: act(each, 1, {"text/plain": "4"}, {})
            except BaseException: pass
"""
CASES = [
    Case("prints a number", own=(WRONG, PRINTS), lost=ALL_WRONG),
    Case("prints a number during a test", own=(DURING,), lost=ALL_WRONG),
    Case(
        "writes into the sandbox's own book",
        own=(WRONG, JOURNAL),
        lost=ALL_WRONG,
        status=(Status.GRADED, Status.PARTLY_RUN),
        at_most=True,
    ),
    Case("stores outputs on tests", own=(WRONG,), edit=_stored_outputs, lost=ALL_WRONG),
    Case("stores a verdict", own=(WRONG,), edit=_stored_verdict, lost=ALL_WRONG),
    Case("stores a broken verdict", edit=_broken_verdict),
    Case(
        "forges points",
        own=(WRONG,),
        edit=_forged_metadata,
        lost=ALL_WRONG,
        status=Status.REPAIRED,
        note="Marks or points of cells had been changed",
    ),
    *(
        Case(
            f"a test that ends with the student's value: {name}",
            cells={"hello": source},
            lost={"says-hello": 0},
            assignment=EVERYDAY,
        )
        for name, source in {
            "an object": "class Four:\n    def __repr__(self): return '1'\ndef hello(): return Four()",
            "a deep list": "def hello():\n    x = []\n    for _ in range(300): x = [x]\n    return x",
        }.items()
    ),
    Case(
        "a test that ends with a number of ten thousand digits",
        cells={"hello": "def hello(): return 10 ** 10_000"},
        lost={"says-hello": 0},
        assignment=EVERYDAY,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_score_is_what_the_test_says(case: Case, hold: Callable[[Case], Any]):
    graded = hold(case)
    assert "4000" not in json.dumps(graded.verdict.to_json()["results"])
