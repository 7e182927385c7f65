"""Mutants are small, sensible, and always the same."""

from __future__ import annotations

import pytest

from nbjudge.audit._mutants import MOST, mutants


def _changes(source: str) -> list[tuple[str, str]]:
    return [(mutant.before, mutant.after) for mutant in mutants("answer", source)]


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("x = a < b", ("a < b", "a <= b")),
        ("x = a == b", ("a == b", "a != b")),
        ("x = a + b", ("a + b", "a - b")),
        ("x = a * b", ("a * b", "a / b")),
        ("x = 3", ("3", "4")),
        ("x = 3", ("3", "2")),
        ("x = True", ("True", "False")),
        ("x += y", ("x += y", "x -= y")),
        ("x = 1 if ready else 2", ("ready", "not (ready)")),
        ("while ready:\n    pass", ("ready", "not (ready)")),
        ("def f():\n    return x", ("return x", "return None")),
        ("x.sort()", ("x.sort()", "pass")),
        ("raise ValueError", ("raise ValueError", "pass")),
    ],
)
def test_each_kind_of_change(line: str, change: tuple[str, str]) -> None:
    assert change in _changes(line)


def test_only_the_change_differs() -> None:
    source = "def f(x):  # é\n    s = 'é'; return x + 1  # one more"
    found = {mutant.source for mutant in mutants("answer", source)}
    assert "def f(x):  # é\n    s = 'é'; return (x - 1)  # one more" in found
    assert "def f(x):  # é\n    s = 'é'; return None  # one more" in found


@pytest.mark.parametrize(
    "source",
    ["", '"""What it does."""', "def f(: int", "import numpy as np", "\0",
     "def f(x: 'int' = None) -> 3: ..."],
)  # fmt: skip
def test_nothing_to_change(source: str) -> None:
    assert _changes(source) == []


def test_what_stands_in_a_formatted_text_is_left_alone() -> None:
    assert _changes("y = f'{x + 1}'") == [("y = f'{x + 1}'", "pass")]


def test_only_solution_regions_are_changed() -> None:
    source = "n = 1\n### BEGIN SOLUTION\nm = 2\n### END SOLUTION\nk = 3"
    assert {mutant.line for mutant in mutants("answer", source)} == {3}


def test_lines_for_ipython_stay() -> None:
    source = "%matplotlib inline\nx = 1"
    assert all(each.source.startswith("%matplotlib") for each in mutants("answer", source))
    assert ("1", "2") in _changes(source)


def test_of_many_a_few_are_taken_from_all_over_the_cell() -> None:
    source = "\n".join(f"x{number} = {number}" for number in range(100))
    found = mutants("answer", source)
    assert len(found) == MOST
    assert found == mutants("answer", source)
    assert found[0].line == 1
    assert found[-1].line > 90


def test_a_mutant_tells_what_it_is() -> None:
    first = mutants("double", "def f(x):\n    return x + x")[0]
    assert str(first) == "line 2 of 'double', 'return x + x' → 'return None'"
