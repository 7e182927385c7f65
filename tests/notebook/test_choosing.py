"""The notebook that stands for an assignment, among whatever was handed in."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from nbjudge.notebook.choosing import choose
from nbjudge.verdict import Kind

LESSON = {"lesson": ("first", "second")}


def _put(path: Path, *grade_ids: str) -> Path:
    marked = [new_code_cell(metadata={"nbgrader": {"grade_id": name}}) for name in grade_ids]
    nbformat.write(new_notebook(cells=marked), path)
    return path


def test_notebook_of_the_right_name_needs_no_note(tmp_path: Path) -> None:
    path = _put(tmp_path / "lesson.ipynb", "first")
    (choice,) = choose(tmp_path, LESSON)
    assert (choice.notebook, choice.path, choice.notes) == ("lesson", path, ())


def _expect_unclear(folder: Path, listed: str) -> None:
    """Expect no file to be taken, and the submission to say why."""
    (choice,) = choose(folder, LESSON)
    assert choice.notebook == "lesson" and choice.path is None
    (note,) = choice.notes
    assert note.kind is Kind.UNREADABLE and note.text.endswith(f"is not clear: {listed}.")


def test_empty_folder_has_no_choice(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    (tmp_path / "lesson.ipynb").mkdir()
    assert choose(tmp_path, LESSON) == []


@pytest.mark.parametrize(
    "name", ["lesson (1).ipynb", "[final] *.ipynb", "\u0443\u0440\u043e\u043a.ipynb"]
)
def test_renamed_notebook_is_taken_and_noted(tmp_path: Path, name: str) -> None:
    path = _put(tmp_path / name, "first")
    (choice,) = choose(tmp_path, LESSON)
    assert choice.notebook == "lesson" and choice.path == path
    (note,) = choice.notes
    assert note.kind is Kind.REPAIR and repr(name) in note.text and "lesson.ipynb" in note.text


def test_right_name_wins_over_a_copy_and_the_copy_is_listed(tmp_path: Path) -> None:
    path = _put(tmp_path / "lesson.ipynb", "first")
    _put(tmp_path / "lesson (1).ipynb", "first")
    (choice,) = choose(tmp_path, LESSON)
    assert choice.path == path
    (note,) = choice.notes
    assert note.kind is Kind.INFO and "lesson (1).ipynb" in note.text


def test_grade_ids_tell_the_renamed_notebook_from_the_extra_one(tmp_path: Path) -> None:
    path = _put(tmp_path / "untitled.ipynb", "second")
    _put(tmp_path / "another.ipynb", "third")
    (choice,) = choose(tmp_path, LESSON)
    assert choice.path == path
    assert [note.kind for note in choice.notes] == [Kind.REPAIR, Kind.INFO]


def test_two_candidates_are_not_guessed_between(tmp_path: Path) -> None:
    for name in ("a.ipynb", "b.ipynb"):
        _put(tmp_path / name, "first")
    _expect_unclear(tmp_path, "a.ipynb, b.ipynb")


def test_notebook_that_lost_its_metadata_is_taken_when_it_is_alone(tmp_path: Path) -> None:
    path = _put(tmp_path / "wiped.ipynb")
    (choice,) = choose(tmp_path, LESSON)
    assert choice.path == path


def test_unreadable_extra_does_not_stop_the_choice(tmp_path: Path) -> None:
    path = _put(tmp_path / "renamed.ipynb", "first")
    (tmp_path / "broken.ipynb").write_bytes(b"{")
    (choice,) = choose(tmp_path, LESSON)
    assert choice.path == path


def test_notebooks_in_folders_below_are_not_looked_at(tmp_path: Path) -> None:
    (tmp_path / ".ipynb_checkpoints").mkdir()
    _put(tmp_path / ".ipynb_checkpoints" / "lesson.ipynb", "first")
    assert choose(tmp_path, LESSON) == []


def test_each_notebook_of_an_assignment_has_its_own_file(tmp_path: Path) -> None:
    masters = {"one": ("a",), "two": ("b",), "three": ("c",)}
    for name, grade_id in (("x", "c"), ("y", "b"), ("one", "a")):
        _put(tmp_path / f"{name}.ipynb", grade_id)
    chosen = {choice.notebook: choice.path.stem for choice in choose(tmp_path, masters)}
    assert chosen == {"one": "one", "two": "y", "three": "x"}


@pytest.mark.parametrize(("grade_id", "part"), [("a", "one"), ("b", "two")])
def test_notebook_of_one_part_is_not_taken_for_another_part(
    tmp_path: Path, grade_id: str, part: str
) -> None:
    _put(tmp_path / "renamed.ipynb", grade_id)
    chosen = choose(tmp_path, {"one": ("a",), "two": ("b",)})
    assert [choice.notebook for choice in chosen] == [part]


@pytest.mark.parametrize("name", ["lesson.ipynb", "renamed.ipynb"])
def test_link_to_a_notebook_elsewhere_is_not_followed(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "handed-in"
    folder.mkdir()
    (folder / name).symlink_to(_put(tmp_path / "solution.ipynb", "first", "second"))
    _expect_unclear(folder, name)
