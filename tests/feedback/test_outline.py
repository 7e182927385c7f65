"""Headings of a notebook follow those of the page, level by level."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from nbjudge.nbgrader_plugins.feedback._outline import Outline

LEVELS = st.lists(st.integers(1, 6), max_size=12)


def _placed(levels: list[int], below: int = 2) -> list[int]:
    outline = Outline(below)
    pieces = [outline.place(Markup(f"<h{level}>x</h{level}>")) for level in levels]
    for piece in pieces:
        assert re.fullmatch(r"<h([1-6])>x</h\1>", piece), piece
    return [int(piece[2]) for piece in pieces]


@pytest.mark.parametrize(
    ("authors", "placed"),
    [
        ([1, 2, 2, 3, 1], [3, 4, 4, 5, 3]),
        ([2, 4, 4, 2], [3, 4, 4, 3]),
        ([3, 1, 3], [3, 3, 4]),
        ([1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 6, 6]),
    ],
)
def test_known_outlines(authors: list[int], placed: list[int]):
    assert _placed(authors) == placed


@given(LEVELS)
def test_no_level_is_skipped_on_the_way_down(levels: list[int]):
    placed = [2, *_placed(levels)]
    assert all(after <= before + 1 for before, after in pairwise(placed))
    assert all(level > 2 for level in placed[1:])


@given(LEVELS)
def test_deeper_never_stands_above(levels: list[int]):
    placed = _placed(levels)
    for (one, at), (other, then) in pairwise(zip(levels, placed, strict=True)):
        assert (one < other) <= (at <= then) and (one > other) <= (at >= then)
