"""The course of nbgrader's own documentation gets the scores that stock nbgrader gives it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from .conftest import NBGRADER, Scores

pytestmark = pytest.mark.slow

KNOWN = {"ps1/bitdiddle": 1.5, "ps1/hacker": 3.0}
"""What stock nbgrader 0.9.6 gives, of 13 points; the rest waits for a person."""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documentation")
    for part in ("source", "submitted"):
        shutil.copytree(NBGRADER / "docs/source/user_guide" / part, folder / part)
    shutil.rmtree(folder / "source" / "ps1_autotest")
    return folder


@pytest.fixture(scope="module")
def ours(course: Path, graded: Callable[[Path, str], Scores]) -> Scores:
    return graded(course, "ours")


@pytest.fixture(scope="module")
def stock(course: Path, graded: Callable[[Path, str], Scores]) -> Scores:
    return graded(course, "stock")


def _total(cells: Mapping[str, Any]) -> float:
    return sum(score or 0.0 for score, _, _ in cells.values())


@pytest.mark.parametrize("hand_in", KNOWN)
def test_every_cell_gets_the_same_score(hand_in: str, ours: Scores, stock: Scores):
    assert ours[hand_in] == stock[hand_in]


@pytest.mark.parametrize(("hand_in", "total"), KNOWN.items())
def test_totals_are_the_known_ones(hand_in: str, total: float, ours: Scores):
    assert _total(ours[hand_in]) == total
    assert sum(most for _, _, most in ours[hand_in].values()) == 13
