"""Cells that were copied, deleted, moved, retyped or stripped of their metadata."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.field.hand_ins import ATTENTION, EVERYDAY, FULL, NOTHING, WITHOUT_WEIGHTS, Case, HandIn

REPAIRED = {"status": Status.REPAIRED}
WRONG = "def attention_weights(q, k, causal=True):\n    return np.full((len(q), len(k)), 7.0)"
WRONG_ONLY = dict.fromkeys(
    (
        "rows-sum-to-one",
        "softmax-is-stable",
        "future-weight-is-zero",
        "scores-are-scaled",
        "rows-are-queries",
    ),
    0,
)


def _twin(name: str) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        hand_in.notebook.cells.insert(hand_in.place(name), copy.deepcopy(hand_in.cell(name)))

    return edit


def _tag(*tags: str) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        for cell in hand_in.notebook.cells:
            cell.metadata["tags"] = list(tags)

    return edit


def _delete(*names: str) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        for name in names:
            del hand_in.notebook.cells[hand_in.place(name)]

    return edit


def _retype(name: str, kind: str) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        cell = hand_in.cell(name)
        cell.cell_type = kind
        if kind != "code":
            cell.pop("outputs", None)
            cell.pop("execution_count", None)

    return edit


def _move(name: str, before: str) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        cell = hand_in.notebook.cells.pop(hand_in.place(name))
        hand_in.notebook.cells.insert(hand_in.place(before), cell)

    return edit


def _strip(*names: str, ids: bool = False) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        cells = [hand_in.cell(name) for name in names] or hand_in.notebook.cells
        for number, cell in enumerate(cells):
            cell.metadata = {}
            if ids:
                cell["id"] = f"cell-{number}"

    return edit


def _mark(**values: object) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        for cell in hand_in.notebook.cells:
            if "nbgrader" in cell.metadata:
                cell.metadata["nbgrader"] |= values

    return edit


def _nonsense(value: object) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        for cell in hand_in.notebook.cells:
            if "nbgrader" in cell.metadata:
                cell.metadata["nbgrader"] = value

    return edit


def _same_ids(hand_in: HandIn) -> None:
    for cell in hand_in.notebook.cells:
        cell["id"] = "same"


def _gone_for_good(hand_in: HandIn) -> None:
    """As if all had been pasted into a new notebook, and everything but text is lost."""
    hand_in.notebook.cells = [
        cell for cell in hand_in.notebook.cells if not cell.id.startswith(("rows", "mask"))
    ]
    _strip(ids=True)(hand_in)


def _outer(**values: object) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        hand_in.notebook.metadata = values

    return edit


CASES = [
    Case("copies a test", edit=_twin("scores-are-scaled"), note="more than once", **REPAIRED),
    Case("copies an answer", edit=_twin("attention-weights"), note="attention-weights", **REPAIRED),
    Case("copies a read-only cell", edit=_twin("setup"), note="setup", **REPAIRED),
    Case(
        "tags tests to be skipped",
        own=(WRONG,),
        edit=_tag("skip-execution", "raises-exception", "hide_input"),
        lost=WRONG_ONLY,
        note="Tags were removed",
        **REPAIRED,
    ),
    Case("deletes tests it passes", edit=_delete("rows-sum-to-one"), note="missing", **REPAIRED),
    Case(
        "deletes tests it fails",
        own=(WRONG,),
        edit=_delete(*(name for name in ATTENTION if name in WRONG_ONLY)),
        lost=WRONG_ONLY,
        note="missing",
        **REPAIRED,
    ),
    Case(
        "deletes an answer",
        edit=_delete("explain"),
        lost={"explain": 0},
        note="missing and were put back: explain",
        **REPAIRED,
    ),
    Case(
        "turns a test into markdown",
        edit=_retype("rows-sum-to-one", "markdown"),
        note="another type",
        **REPAIRED,
    ),
    Case(
        "turns a test into raw",
        edit=_retype("rows-sum-to-one", "raw"),
        note="another type",
        **REPAIRED,
    ),
    Case(
        "turns an answer into code",
        edit=_retype("explain", "code"),
        note="another type",
        **REPAIRED,
    ),
    Case(
        "edits tests",
        own=(WRONG,),
        cells=dict.fromkeys(WRONG_ONLY, "pass"),
        lost=WRONG_ONLY,
        note="edited",
        **REPAIRED,
    ),
    Case(
        "moves a test above the answers",
        edit=_move("rows-sum-to-one", "setup"),
        note="moved",
        **REPAIRED,
    ),
    Case("strips one cell", edit=_strip("rows-sum-to-one"), note="recognised", **REPAIRED),
    Case("strips all cells", edit=_strip(), note="recognised", **REPAIRED),
    Case("strips all cells and their ids", edit=_strip(ids=True), note="recognised", **REPAIRED),
    Case("strips all and loses some", edit=_gone_for_good, note="missing", **REPAIRED),
    Case("edits points", edit=_mark(points=100), note="Marks or points", **REPAIRED),
    Case(
        "edits flags",
        edit=_mark(grade=False, solution=True, locked=False),
        note="Marks or points",
        **REPAIRED,
    ),
    Case("edits grade ids", edit=_mark(grade_id="rows-sum-to-one"), **REPAIRED),
    Case("edits the schema", edit=_mark(schema_version=99, checksum="0" * 32, cell_type="raw")),
    Case("marks that are a list", edit=_nonsense([1]), note="recognised", **REPAIRED),
    Case("marks that are null", edit=_nonsense(None), note="recognised", **REPAIRED),
    Case(
        "marks of nonsense",
        edit=_nonsense({"grade_id": {"a": 1}, "points": "x"}),
        note="recognised",
        **REPAIRED,
    ),
    Case("duplicate cell ids", edit=_same_ids),
    Case("no outer metadata", edit=_outer()),
    Case(
        "odd outer metadata",
        edit=_outer(kernelspec={"name": 5}, language_info=[1], widgets=3, title={}),
    ),
    Case(
        "strips all every day",
        edit=_strip(),
        assignment=EVERYDAY,
        status=Status.REPAIRED,
    ),
    Case(
        "keeps nothing",
        edit=lambda hand_in: hand_in.notebook.update(cells=[]),
        lost=NOTHING,
        status=Status.UNREADABLE,
    ),
    Case(
        "another assignment",
        edit=lambda hand_in: hand_in.notebook.update(cells=HandIn(EVERYDAY).notebook.cells),
        lost=NOTHING,
        status=Status.UNREADABLE,
        note="of this assignment",
    ),
]
assert set(WITHOUT_WEIGHTS) < set(FULL["07-self-attention"])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_structure_is_the_masters(case: Case, hold: Callable[[Case], object]):
    hold(case)
