"""What the instructor's locked cells define, as far as no student's code has a part in it."""

from __future__ import annotations

import pytest

from nbjudge.judge._definitions import definitions


def bound(*cells: str) -> list[list[tuple[bool, tuple[str, ...]]]]:
    """For each cell: whether a statement is the test's own, and the names that it binds."""
    return [
        [(bool(source), tuple(names)) for source, *names in cell] for cell in definitions(cells)
    ]


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("import numpy as np", "np"),
        ("from os import path, sep as s", "path s"),
        ("LIMIT = 3", "LIMIT"),
        ("def f(x):\n    return answer(x)", "f"),
        ("class C:\n    def f(self):\n        return answer()", "C"),
        ("with open('a') as file:\n    data = file.read()", "data file"),
        ("table = {}\n", "table"),
        ("total = sum(i for i in range(3))", "i total"),
    ],
)
def test_the_tests_own(cell: str, names: str):
    assert bound(cell) == [[(True, tuple(names.split()))]]


@pytest.mark.parametrize(
    "cell",
    [
        "x = answer()",
        "def f(x=answer()):\n    pass",
        "@answer\ndef f():\n    pass",
        "class C(answer):\n    pass",
    ],
)
def test_with_a_part_of_the_students(cell: str):
    assert [own for own, _ in bound(cell)[0]] == [False]


def test_a_name_is_the_students_once_a_students_function_has_made_it():
    assert bound("x = 1", "x = answer(x)", "y = x") == [
        [(True, ("x",))], [(False, ("x",))], [(False, ("y",))]
    ]  # fmt: skip


def test_lines_for_ipython_are_passed_over():
    assert bound("%matplotlib inline\nimport json") == [[(True, ()), (True, ("json",))]]


def test_what_cannot_be_parsed_defines_nothing():
    assert bound("x = = 1") == [[]]
