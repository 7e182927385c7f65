"""The notebooks of nbgrader's own tests get the scores that stock nbgrader gives them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import NBGRADER, Scores

pytestmark = pytest.mark.slow

FILES = NBGRADER / "tests/apps/files"

ANSWERS = """
    submitted-unchanged submitted-changed submitted-grade-cell-changed
    submitted-locked-cell-changed submitted-cheat-attempt submitted-cheat-attempt-alternative
"""
HANDED_IN = {
    "submitted-unchanged": ANSWERS,
    "submitted-cheat-attempt": "submitted-cheat-attempt submitted-cheat-attempt-alternative",
    "test": "test test-with-output",
    "test-hidden-tests": "test-hidden-tests",
    "infinite-loop": "infinite-loop",
    "infinite-loop-with-output": "infinite-loop-with-output",
    "side-effects": "side-effects",
    "open_relative_file": "open_relative_file",
    "validation-zero-points": "validation-zero-points",
    "validating-environment-variable": "validating-environment-variable",
    "timeout": "timeout",
    "autotest-simple": "autotest-simple-unchanged autotest-simple-changed",
    "autotest-hashed": "autotest-hashed-unchanged autotest-hashed-changed",
    "autotest-multi": "autotest-multi-unchanged autotest-multi-changed",
    "autotest-hidden": """
        autotest-hidden-unchanged autotest-hidden-changed-right autotest-hidden-changed-wrong
    """,
}
"""Source notebook → what is handed in for it."""

OLDER = ["test-v0", "test-v1", "test-v2"]
"""The same notebook as ``test`` with the metadata of older nbgraders: stock refuses it."""

BESIDE = {"open_relative_file": ["data.txt"]} | {
    name: ["autotests.yml"] for name in HANDED_IN if name.startswith("autotest")
}

CASES = [f"{source}/{name}" for source, names in HANDED_IN.items() for name in names.split()]


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fixtures")
    shutil.copyfile(FILES / "autotests.yml", folder / "autotests.yml")
    for source in HANDED_IN:
        _put(folder / "source" / source, source, source)
    for case in [*CASES, *(f"test/{name}" for name in OLDER)]:
        source, name = case.split("/")
        _put(folder / "submitted" / name / source, name, source)
    return folder


def _put(place: Path, notebook: str, source: str) -> None:
    place.mkdir(parents=True)
    shutil.copyfile(FILES / f"{notebook}.ipynb", place / "p1.ipynb")
    for name in BESIDE.get(source, []):
        shutil.copyfile(FILES / name, place / name)


@pytest.fixture(scope="module")
def ours(course: Path, graded: Callable[[Path, str], Scores]) -> Scores:
    return graded(course, "ours")


@pytest.fixture(scope="module")
def stock(course: Path, graded: Callable[[Path, str], Scores]) -> Scores:
    return graded(course, "stock")


@pytest.mark.parametrize("case", CASES)
def test_a_fixture_gets_the_same_scores(case: str, ours: Scores, stock: Scores):
    assert "failed" not in stock[case]
    assert ours[case] == stock[case]


@pytest.mark.parametrize("name", OLDER)
def test_a_hand_in_with_older_metadata_is_graded_where_stock_refuses(
    name: str, ours: Scores, stock: Scores
):
    assert stock[f"test/{name}"]["failed"] is True
    assert ours[f"test/{name}"] == ours["test/test"]
