"""A submission does not choose the kernel: one of another language would run outside the sandbox."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nbjudge.nbgrader_plugins import Course
from nbjudge.verdict import Kind
from tests.field.grading import grade
from tests.field.hand_ins import EVERYDAY, LESSON, Case, HandIn

SPECS: dict[str, Any] = {
    "Julia by name of Python": {"name": "python3", "display_name": "P", "language": "julia"},
    "no language": {"name": "python3", "display_name": "P", "language": ""},
    "a language in capitals": {"name": "python3", "display_name": "P", "language": "Python"},
    "unknown kernel": {"name": "nowhere", "display_name": "N", "language": "R"},
    "a path": {"name": "../../bin/sh", "display_name": "N", "language": "bash"},
    "null": None,
    "a text": "python3",
    "a list": [],
    "a number as language": {"name": "python3", "display_name": "P", "language": 3},
}


def _names(spec: Any) -> Callable[[HandIn], None]:
    def edit(hand_in: HandIn) -> None:
        hand_in.notebook.metadata["kernelspec"] = spec
        hand_in.notebook.metadata["language_info"] = {"name": "julia", "file_extension": "/../x"}

    return edit


CASES = [
    Case(
        f"kernel {name} {assignment}",
        edit=_names(spec),
        assignment=assignment,
        unsaid="in its own kernel",
    )
    for name, spec in SPECS.items()
    for assignment in (LESSON, EVERYDAY)
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_masters_kernel_runs(case: Case, hold: Callable[[Case], object]):
    hold(case)


def test_code_does_not_leave_the_sandbox_by_a_kernels_name(field: Course):
    place = field.root / "outside"
    case = Case(
        "leaves by a kernel name",
        edit=_names(SPECS["Julia by name of Python"]),
        cells={"hello": f"open({str(place)!r}, 'w')\ndef hello(): pass"},
        lost={"says-hello": 0},
        assignment=EVERYDAY,
    )
    graded = grade(field, case)
    left, _ = place.exists(), place.unlink(missing_ok=True)
    assert not left, graded.sentence
    assert Kind.INTEGRITY not in {note.kind for note in graded.verdict.notes}
