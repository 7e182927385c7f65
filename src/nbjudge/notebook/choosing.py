"""Finds the notebook of an assignment among the files that a student handed in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..verdict import Kind, Note
from .cells import grade_id
from .files import shown
from .reading import UnreadableError, read_notebook

Masters = Mapping[str, Collection[str]]
"""The assignment's notebooks: name → grade ids."""


@dataclass(frozen=True)
class Choice:
    """The file that stands for one notebook of the assignment, and what there is to say.

    ``path`` is None when notebooks were handed in and none of them is clearly the one.
    """

    notebook: str
    path: Path | None
    notes: tuple[Note, ...] = ()


def choose(folder: Path, masters: Masters) -> list[Choice]:
    """Return a choice for each notebook of the assignment that was handed in.

    Parameters
    ----------
    folder : Path
        What one student handed in.
    masters : mapping of str to collection of str
        The assignment's notebooks: name → grade ids.
    """
    there = [path for path in sorted(folder.glob("*.ipynb")) if not path.is_dir()]
    files = {path.stem: path for path in there if path.is_file() and not path.is_symlink()}
    named = {name: files.pop(name) for name in masters if name in files}
    choices = [Choice(name, path) for name, path in named.items()]
    for name in [name for name in masters if name not in named]:
        path = _only_match(files, name, masters)
        if path:
            del files[path.stem]
            choices.append(Choice(name, path, (_renamed(path, name),)))
    if there and not choices:
        return [Choice(name, None, (_unclear(there),)) for name in [*masters][:1]]
    return _with_extras(choices, list(files.values()))


def _only_match(files: Mapping[str, Path], name: str, masters: Masters) -> Path | None:
    """Return the one file with some of the grade ids; else the only one that is no other's."""
    ids = {path: _ids(path) for path in files.values()}
    others = {i for other, grade_ids in masters.items() if other != name for i in grade_ids}
    matches = [path for path, own in ids.items() if own & set(masters[name])]
    candidates = matches or [path for path, own in ids.items() if not own & others]
    return candidates[0] if len(candidates) == 1 else None


def _ids(path: Path) -> set[str]:
    try:
        found = (grade_id(cell) for cell in read_notebook(path).cells)
    except UnreadableError:
        return set()
    return {name for name in found if name}


def _renamed(path: Path, name: str) -> Note:
    text = f"The notebook was handed in as {shown(Path(path.name))!r} instead of '{name}.ipynb'."
    return Note(Kind.REPAIR, text)


def _unclear(there: list[Path]) -> Note:
    text = f"Which notebook is meant is not clear: {_listed(there)}."
    return Note(Kind.UNREADABLE, text)


def _with_extras(choices: list[Choice], extras: list[Path]) -> list[Choice]:
    if not extras or not choices:
        return choices
    note = Note(Kind.INFO, f"Other notebooks were handed in and not graded: {_listed(extras)}.")
    first, *rest = choices
    return [replace(first, notes=(*first.notes, note)), *rest]


def _listed(paths: list[Path]) -> str:
    return ", ".join(shown(Path(path.name)) for path in paths)
