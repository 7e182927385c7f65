"""The diligent student, from whom all cases differ, gets full marks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.field.hand_ins import EVERYDAY, Case

CASES = [Case("diligent"), Case("diligent every day", assignment=EVERYDAY)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_honest_hand_in_gets_full_marks(case: Case, hold: Callable[[Case], object]):
    hold(case)
