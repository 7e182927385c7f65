"""Writes the report: each frame as CSV and Parquet, and the page."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from ._csv import write_csv
from ._errors import ReportError
from .frames import Frames
from .page import Links, render
from .schemas import checked

PAGE = "index.html"

JUPYTER = Links().jupyter
"""Where Jupyter runs unless it is told otherwise."""


def write(frames: Frames, folder: Path, *, jupyter: str = JUPYTER) -> Path:
    """Write the report into a folder and return its page.

    Parameters
    ----------
    frames : Frames
    folder : Path
        Usually ``reports/<assignment>`` of the course.
    jupyter : str
        Where the Jupyter runs whose formgrader the page links to.

    Everything is written beside the folder first and moved in, file by file, when all of it is
    there: a failure leaves the old report, and whatever else is in the folder stays.

    Raises
    ------
    ReportError
        When a frame does not keep to its schema, or the folder cannot be written.
    """
    try:
        with _scratch_beside(folder) as scratch:
            _write_all(frames, scratch, _links(frames, folder, jupyter))
            folder.mkdir(exist_ok=True)
            for path in sorted(scratch.iterdir(), key=lambda path: path.name == PAGE):
                path.replace(folder / path.name)
    except OSError as error:
        raise ReportError(
            f"The report cannot be written to {folder} ({error.strerror or error}): "
            "make room or name another folder; an older report there is as it was."
        ) from error
    return folder / PAGE


@contextmanager
def _scratch_beside(folder: Path) -> Iterator[Path]:
    """Make a folder on the same disk, so that moving a file in is atomic; take it away again."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _links(frames: Frames, folder: Path, jupyter: str) -> Links:
    """Return links that hold as long as page and course stay where they are to each other."""
    return Links(quote(Path(os.path.relpath(frames.root, folder.resolve())).as_posix()), jupyter)


def _write_all(frames: Frames, folder: Path, links: Links) -> None:
    for name, frame in frames.named():
        right = checked(name, frame)
        write_csv(right, folder / f"{name}.csv")
        right.to_parquet(folder / f"{name}.parquet", index=False)
    (folder / PAGE).write_text(render(frames, links), encoding="utf-8")
