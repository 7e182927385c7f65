"""Tests run in the master's order, below the answers that they need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbformat import NotebookNode

NAMES = ["setup", "double", "doubles-two", "doubles-nothing", "halve", "halves-four", "why"]
ANSWERS = {"double", "halve", "why"}


@pytest.mark.parametrize("name", ["doubles-two", "doubles-nothing", "halves-four"])
def test_test_that_was_moved_above_its_answer_goes_below_it(handed_in: Any, name: str) -> None:
    moved = handed_in.take(name)
    handed_in.notebook.cells.insert(0, moved)
    handed_in.expect_repaired("moved above an answer", name)


def test_tests_that_were_moved_together_keep_the_masters_order(handed_in: Any) -> None:
    moved = [handed_in.take("doubles-two"), handed_in.take("doubles-nothing")]
    handed_in.notebook.cells[:0] = moved
    handed_in.expect_repaired("moved above an answer", "doubles-two", "doubles-nothing")


def test_tests_that_changed_places_change_back(handed_in: Any) -> None:
    moved = handed_in.take("doubles-two")
    handed_in.notebook.cells.insert(handed_in.index("doubles-nothing") + 1, moved)
    handed_in.repair()
    handed_in.expect_whole()


def test_deleted_test_is_put_back_below_an_answer_that_was_moved_down(handed_in: Any) -> None:
    handed_in.take("doubles-two")
    handed_in.take("doubles-nothing")
    moved = handed_in.take("double")
    handed_in.notebook.cells.append(moved)
    handed_in.repair()
    order = handed_in.order
    assert order.index("double") < order.index("doubles-two") < order.index("doubles-nothing")


def test_moved_test_goes_below_an_answer_that_had_been_deleted(handed_in: Any) -> None:
    handed_in.take("halve")
    moved = handed_in.take("halves-four")
    handed_in.notebook.cells.insert(0, moved)
    handed_in.repair()
    assert handed_in.order.index("halve") < handed_in.order.index("halves-four")


DAMAGE: list[Callable[[NotebookNode], object]] = [
    lambda cell: None,
    lambda cell: cell.update(metadata=NotebookNode()),
    lambda cell: cell.update(source="# edited"),
    lambda cell: cell.metadata["nbgrader"].update(points=99),
    lambda cell: cell.metadata.update(tags=["skip-execution"]),
]
PLACES = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(DAMAGE)), max_size=2 * len(NAMES)
).filter(lambda places: len({name for name, _damage in places}) > len(NAMES) // 2)


@settings(max_examples=60)
@given(PLACES)
def test_any_mixture_of_damage_is_repaired(handed_in: Any, places: Any) -> None:
    """Cells deleted, copied, moved and edited at will: each test runs once, below its answers."""
    fresh, cells = type(handed_in)(), []
    originals = {name: fresh.find(name) for name in NAMES}
    for name, damage in places:
        cell = NotebookNode(originals[name])
        cell.metadata = NotebookNode(nbgrader=NotebookNode(originals[name].metadata["nbgrader"]))
        damage(cell)
        cells.append(cell)
    fresh.notebook.cells = cells
    fresh.repair()
    order = fresh.order
    assert sorted(order) == sorted(NAMES)
    for index, master in enumerate(fresh.master.cells):
        if master.locked:
            assert fresh.find(master.grade_id).source == master.source
            assert ANSWERS.intersection(NAMES[:index]) <= {*order[: order.index(master.grade_id)]}
