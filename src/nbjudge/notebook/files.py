"""The files of a submission: their hash, a safe copy, and the time on them."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG

from ..times import TimeError, read_time
from ..verdict import Kind, Note, printable

IGNORED = frozenset({".ipynb_checkpoints", "__pycache__", "feedback"})
"""Folders that nbgrader leaves behind too."""

LARGEST = 100 * 2**20
"""Bytes of one file that is copied along."""

DEEPEST = 20
"""Folders within folders."""

MOST = 1000
"""Files of one submission that are looked at."""


def plain_files(folder: Path) -> list[Path]:
    """Return the regular files below a folder, what counts most first.

    Links and devices are passed over; so is a file that has another name elsewhere (a hard link),
    unless it is a notebook in the folder itself: back-ups are made of such.
    """
    found = sorted(_walk(folder), key=lambda path: _rank(folder, path))
    return [path for path in found if _is_plain(folder, path)][:MOST]


def count_files(folder: Path) -> int:
    """Return how many files, links and devices are below a folder: `plain_files` gives fewer."""
    return sum(1 for _ in _walk(folder))


def _walk(folder: Path) -> Iterator[Path]:
    """Yield everything below a folder but folders; of these, those that are links or closed."""
    for place, folders, names in os.walk(folder):
        here = Path(place)
        deep = len(here.relative_to(folder).parts) >= DEEPEST
        closed = {name for name in folders if _is_closed(here / name)}
        yield from (here / name for name in closed)
        folders[:] = [] if deep else [n for n in folders if n not in IGNORED | closed]
        yield from (here / name for name in names if not name.endswith(".pyc"))


def _is_closed(folder: Path) -> bool:
    return folder.is_symlink() or not os.access(folder, os.R_OK | os.X_OK)


def _is_plain(folder: Path, path: Path) -> bool:
    about = path.lstat()
    is_notebook = path.parent == folder and path.suffix == ".ipynb"
    return S_ISREG(about.st_mode) and (about.st_nlink == 1 or is_notebook)


def _rank(folder: Path, path: Path) -> tuple[bool, bool, Path]:
    """Sort what counts most to the front: the top folder, and the notebooks in it."""
    return path.parent != folder, path.suffix != ".ipynb", path


def shown(path: Path) -> str:
    """Return a file's path as text that can be shown, whatever bytes its name has."""
    text = os.fsencode(path).decode("utf-8", "replace")
    return printable(text)


def make_room(folder: Path, inside: Path) -> None:
    """Remove what keeps a file from being written in a folder, and nothing outside of it."""
    path = folder / inside
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    for parent in [folder / part for part in inside.parents if part != Path()]:
        if parent.is_symlink() or parent.is_file():
            parent.unlink()


def sha256_of(folder: Path) -> str:
    """Return a hash over the names and bytes of a folder's files."""
    total = hashlib.sha256()
    for path in plain_files(folder):
        digest = _digest(path)
        total.update(os.fsencode(path.relative_to(folder)) + f"\0{digest}\n".encode())
    return total.hexdigest()


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def copy_files(
    source: Path, destination: Path, but: Collection[str] = (), largest: float | None = None
) -> tuple[Note, ...]:
    """Copy everything but notebooks and some paths; return a note of what was left out.

    Parameters
    ----------
    source, destination : Path
        The folders.
    but : collection of str
        Paths that are passed over.
    largest : float, optional
        Bytes of one file; `LARGEST`, when nothing is said.
    """
    most = LARGEST if largest is None else largest
    taken, wanted = set(), {path for path in _walk(source) if not _is_plain(source, path)}
    for path in plain_files(source):
        if path.suffix == ".ipynb" or path.relative_to(source).as_posix() in but:
            continue
        wanted.add(path)
        if path.stat().st_size <= most and os.access(path, os.R_OK):
            taken.add(path)
            target = destination / path.relative_to(source)
            make_room(destination, path.relative_to(source))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            shutil.copyfile(path, target)
    left = sorted(shown(path.relative_to(source)) for path in wanted - taken)
    if not left:
        return ()
    return (
        Note(
            Kind.INTEGRITY,
            f"Links, devices, oversized or locked files were left out: {', '.join(left[:5])}.",
        ),
    )


def submitted_at(folder: Path) -> tuple[datetime | None, tuple[Note, ...]]:
    """Return the time in ``timestamp.txt``, UTC, or None; and a note when it makes no sense.

    Without a zone it is in UTC: so nbgrader writes and reads it.
    """
    path = folder / "timestamp.txt"
    if not path.is_file() or path.is_symlink():
        return None, ()
    try:
        text = path.read_text("utf-8", errors="replace")[:100].strip()
    except OSError as error:
        return None, (_unknown(f"nothing can be read: {error.strerror}"),)
    try:
        return read_time(text, UTC), ()
    except TimeError:
        why = f"{text!r} is no time that can be relied on" if text else "it is empty"
        return None, (_unknown(why),)


def _unknown(why: str) -> Note:
    return Note(Kind.INFO, f"Lateness is unknown: in timestamp.txt, {why}.")
