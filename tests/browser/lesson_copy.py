"""A copy of what students get, with further cells at the end of the notebook where needed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import nbformat

RELEASED = Path(__file__).parents[2] / "release" / "07-self-attention"
NOTEBOOK = "self-attention.ipynb"


def copy_lesson(released: Path, folder: Path, cells: Mapping[str, str]) -> Path:
    """Copy the released folder and return its notebook.

    Parameters
    ----------
    released : Path
        The folder as it is released.
    folder : Path
        The copy; it must not exist.
    cells : Mapping of str to str
        Code cells to add: id → source.
    """
    shutil.copytree(released, folder, ignore=shutil.ignore_patterns("__pycache__"))
    notebook = nbformat.read(folder / NOTEBOOK, as_version=4)
    notebook.cells += [nbformat.v4.new_code_cell(source, id=id) for id, source in cells.items()]
    nbformat.write(notebook, folder / NOTEBOOK)
    return folder / NOTEBOOK
