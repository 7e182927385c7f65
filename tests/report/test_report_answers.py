"""What the frames `answers` and `notes` say of what stands in a notebook."""

from __future__ import annotations

import json
from typing import Any

import nbformat
import pandas as pd
import pytest

from nbjudge.verdict import Kind, Note

RELEASED = {"predict": "Your answer.", "stable-softmax": "def stable_softmax(scores): ..."}


def _notebook(**texts: str) -> nbformat.NotebookNode:
    cells = []
    for name, text in texts.items():
        new = nbformat.v4.new_markdown_cell if name == "predict" else nbformat.v4.new_code_cell
        cells.append(new(text, metadata={"nbgrader": {"grade_id": name, "solution": True}}))
    return nbformat.v4.new_notebook(cells=cells)


@pytest.fixture
def hands_in(course: Any) -> Any:
    """Release two answer cells, and hand in some texts for them."""
    release = course.root / "release" / course.lesson.name
    release.mkdir(parents=True)
    nbformat.write(_notebook(**RELEASED), release / "self-attention.ipynb")

    def hand_in(student: str, *notes: Note, **texts: str) -> None:
        path = course.autograde(student, notes=notes) / "self-attention.ipynb"
        judged = nbformat.read(path, as_version=4)
        judged.cells = _notebook(**{**RELEASED, **texts}).cells
        nbformat.write(judged, path)

    return hand_in


def test_each_answer_is_a_row_that_says_whether_it_was_touched(course: Any, hands_in: Any) -> None:
    hands_in("ada", predict="Zero, since\nit is masked.")
    rows = course.frames().answers.itertuples(index=False, name=None)
    assert list(rows) == [
        ("ada", "predict", "text", "Zero, since\nit is masked.", False),
        ("ada", "stable-softmax", "code", RELEASED["stable-softmax"], True),
    ]


def test_code_as_it_was_handed_out_is_noted_whatever_was_written(
    course: Any, hands_in: Any
) -> None:
    hands_in("writes only", predict="An essay.")
    hands_in("codes", **{"stable-softmax": "def stable_softmax(scores): return scores"})
    frames = course.frames()
    assert frames.submissions.untouched.tolist() == [False, True]
    assert frames.notes.values.tolist() == [
        ["writes only", "", "integrity", "", "All answers in code are as they were handed out."]
    ]


def test_what_could_not_be_read_is_not_called_untouched(course: Any, hands_in: Any) -> None:
    hands_in("broken", Note(Kind.UNREADABLE, "It is half a file."))
    frames = course.frames()
    assert pd.isna(frames.submissions.untouched[0])
    assert frames.notes.kind.tolist() == ["unreadable"]


def test_without_a_release_nothing_is_known(course: Any, hands_in: Any) -> None:
    hands_in("ada")
    (course.root / "release" / course.lesson.name / "self-attention.ipynb").unlink()
    frames = course.frames()
    assert frames.answers.untouched.isna().all() and frames.submissions.untouched.isna().all()


@pytest.mark.parametrize("cells", [None, 3, [3], [{}], [{"metadata": 3}]])
def test_cells_of_any_shape_cost_nothing(course: Any, cells: Any) -> None:
    path = course.autograde("odd") / "self-attention.ipynb"
    notebook = dict(nbformat.read(path, as_version=4))
    path.write_text(nbformat.v4.writes(nbformat.from_dict(notebook | {"cells": []})), "utf-8")
    text = path.read_text("utf-8").replace('"cells": []', f'"cells": {json.dumps(cells)}')
    path.write_text(text, "utf-8")
    frames = course.frames()
    assert frames.submissions.status.tolist() == ["graded"]
    assert frames.answers.empty


def test_each_note_of_the_verdict_is_a_row(course: Any) -> None:
    course.autograde(
        "noted", notes=(Note(Kind.REPAIR, "Put back.", "own-test"), Note(Kind.INFO, "Late file."))
    )
    assert course.frames().notes.values.tolist() == [
        ["noted", "self-attention", "repair", "own-test", "Put back."],
        ["noted", "self-attention", "info", "", "Late file."],
    ]
