"""What stands beside a notebook, and what of it goes into the sandbox."""

from __future__ import annotations

import importlib.util
import py_compile
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path, PurePosixPath

from ...notebook.files import plain_files, shown
from ...sandbox import Limits
from ...verdict import Kind, Note

SMALL = 2**20
"""Bytes of a file that is read; a larger one is handed over as it lies on the disk."""

MOST_OWN = Limits().files_bytes // 2
"""Bytes of files that a student may bring; the rest of the room is for what the code writes."""


@dataclass(frozen=True)
class Beside:
    """Files by relative path.

    Parameters
    ----------
    files : mapping of str to bytes
        Small ones, with their content.
    large : mapping of str to Path
        Large ones, and where they are.
    own : mapping of str to bytes
        The small ones that are the instructor's, and unchanged.
    notes : tuple of Note
        What was left out.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    large: Mapping[str, Path] = field(default_factory=dict)
    own: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def all_files(self) -> dict[str, bytes]:
        """Return every file's content, for a kernel that takes no open files."""
        return {**self.files, **{name: path.read_bytes() for name, path in self.large.items()}}


def beside(
    folder: Path, source: Path, but: Collection[str] = (), handed_in: Path | None = None
) -> Beside:
    """Return what stands beside a notebook.

    The instructor's files go in whatever their size, and so do a student's up to `MOST_OWN`, small
    ones first. A student's file that is named like a library stays out, for in the sandbox, as in a
    kernel, the folder comes first.

    Parameters
    ----------
    folder : Path
        Where the notebook is.
    source : Path
        The instructor's folder of the assignment.
    but : collection of str
        Names at the top of the folder that are passed over.
    handed_in : Path, optional
        Where the student's notebooks are as they were handed in, without hidden tests: a test may
        read the written answers, or run another notebook.
    """
    there = {path.relative_to(folder).as_posix(): path for path in _candidates(folder, but)}
    mine = {name: path for name, path in there.items() if (source / name).is_file()}
    theirs = there | {path.name: path for path in _notebooks(handed_in)}
    posing = [name for name in theirs if name not in mine and _shadows(folder, name)]
    fit, left = _up_to(MOST_OWN, {n: p for n, p in theirs.items() if n not in {*mine, *posing}})
    taken = mine | fit
    large = {name: path for name, path in taken.items() if path.stat().st_size > SMALL}
    files = {name: path.read_bytes() for name, path in taken.items() if name not in large}
    own = {name: files[name] for name in mine if name in files}
    own = {name: data for name, data in own.items() if (source / name).read_bytes() == data}
    return Beside(files, large, own, tuple(_noted(posing, left)))


def _up_to(most: int, files: Mapping[str, Path]) -> tuple[dict[str, Path], list[str]]:
    """Return the small files that fit into a number of bytes, and the names of the others."""
    ordered = sorted(files, key=lambda name: files[name].stat().st_size)
    total = accumulate(files[name].stat().st_size for name in ordered)
    fit = sum(size <= most for size in total)
    return {name: files[name] for name in ordered[:fit]}, ordered[fit:]


def _candidates(folder: Path, but: Collection[str]) -> list[Path]:
    files = plain_files(folder) if folder.is_dir() else []
    return [
        path
        for path in files
        if path.suffix != ".ipynb" and path.relative_to(folder).parts[0] not in but
    ]


def _notebooks(folder: Path | None) -> list[Path]:
    """Return the notebooks of a folder itself."""
    files = plain_files(folder) if folder is not None else []
    return [path for path in files if path.suffix == ".ipynb" and path.parent == folder]


def _noted(posing: list[str], left: list[str]) -> Iterator[Note]:
    if posing:
        names = ", ".join(sorted({shown(Path(Path(name).parts[0])) for name in posing}))
        yield Note(Kind.INFO, f"Files named like a library are passed over: {names}.")
    if left:
        names = ", ".join(shown(Path(name)) for name in left[:5])
        most = f"all together are larger than {MOST_OWN // 2**20} MB"
        yield Note(Kind.INFO, f"Files were left out, for {most}: {names}.")


@cache
def _is_library(name: str) -> bool:
    try:
        return name.isidentifier() and find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _shadows(folder: Path, name: str) -> bool:
    """Whether a file would be imported in the place of a library; a bare folder never is."""
    top = folder / Path(name).parts[0]
    is_module = (top / "__init__.py").exists() if top.is_dir() else top.suffix == ".py"
    return is_module and _is_library(top.name.removesuffix(".py"))


def room_for(source: Path) -> int:
    """Return the bytes that a submission's files may take: the usual, and the instructor's."""
    return Limits().files_bytes + 2 * sum(path.stat().st_size for path in _candidates(source, ()))


def bytecode_of(own: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return compiled files to stand beside those modules that are the instructor's own.

    What a student has changed is not among them: it is compiled where it runs.
    """
    found: dict[str, bytes] = {}
    for name, content in own.items():
        if name.endswith(".py") and (code := _compiled(name, content)):
            found[PurePosixPath(importlib.util.cache_from_source(name)).as_posix()] = code
    return found


@lru_cache(200)
def _compiled(name: str, content: bytes) -> bytes:
    """Return bytecode that Python takes without asking for the source's time; empty if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        source, code = Path(folder, "source.py"), Path(folder, "code.pyc")
        source.write_bytes(content)
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        made = py_compile.compile(str(source), str(code), name, invalidation_mode=mode, quiet=2)
        return code.read_bytes() if made else b""
