"""Brings a student's unpacked files to where the grader looks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..report import printable
from ._folder_names import TIMESTAMP
from ._naming import unnumbered

NOTEBOOK = ".ipynb"


@dataclass(frozen=True)
class Expected:
    """What an assignment's submission consists of.

    Parameters
    ----------
    notebooks : frozenset of str
        File names of the assignment's notebooks.
    beside : frozenset of str
        File names that belong beside them: released files, saved experiments.
    """

    notebooks: frozenset[str]
    beside: frozenset[str] = frozenset()


def place(unpacked: Path, folder: Path, expected: Expected) -> list[str]:
    """Move files into an empty folder, notebooks to its top under their right names.

    What lies beside the notebook stays beside it; a folder around everything is taken away.

    Parameters
    ----------
    unpacked, folder : Path
        On one disk.
    expected : Expected

    Returns
    -------
    list of str
        What there is to say of the notebooks.
    """
    paths = sorted(_files(unpacked))
    standing = _standing(paths, expected)
    top = next((path.parent for path in standing), _common_folder(paths))
    targets = _targets(paths, standing, top, expected)
    for path, target in targets.items():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        (unpacked / path).replace(folder / target)
    return list(_notes(paths, standing, expected))


def _files(folder: Path) -> Iterator[PurePosixPath]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield PurePosixPath(path.relative_to(folder).as_posix())


def _standing(paths: list[PurePosixPath], expected: Expected) -> dict[PurePosixPath, str]:
    """Return the file that stands for each notebook, where one clearly does."""
    notebooks = [path for path in paths if path.suffix.lower() == NOTEBOOK]
    found: dict[PurePosixPath, str] = {}
    for name in sorted(expected.notebooks):
        match = (
            _only([path for path in notebooks if path.name == name])
            or _only([path for path in notebooks if _alike(path.name, name)])
            or (_only(notebooks) if len(expected.notebooks) == 1 else None)
        )
        if match and match not in found:
            found[match] = name
    return found


def _only(paths: list[PurePosixPath]) -> PurePosixPath | None:
    """Return the one path that is less deep than all others."""
    if not paths:
        return None
    highest = min(len(path.parts) for path in paths)
    first, *others = [path for path in paths if len(path.parts) == highest]
    return None if others else first


def _alike(handed_in: str, right: str) -> bool:
    return unnumbered(handed_in).casefold() == right.casefold()


def _common_folder(paths: list[PurePosixPath]) -> PurePosixPath:
    """Return the folder around everything."""
    common = PurePosixPath()
    while paths and len({path.parts[: len(common.parts) + 1] for path in paths}) == 1:
        deeper = PurePosixPath(*paths[0].parts[: len(common.parts) + 1])
        if deeper == paths[0]:
            break
        common = deeper
    return common


def _targets(
    paths: list[PurePosixPath],
    standing: Mapping[PurePosixPath, str],
    top: PurePosixPath,
    expected: Expected,
) -> dict[PurePosixPath, PurePosixPath]:
    """Return where each file goes: no two to one place, and first those beside the notebook."""
    targets = {path: PurePosixPath(name) for path, name in standing.items()}
    taken = dict.fromkeys(targets.values(), False)
    for path in sorted(paths, key=lambda path: not path.is_relative_to(top)):
        if path in targets:
            continue
        target = path.relative_to(top) if path.is_relative_to(top) else path
        right = unnumbered(target.name)
        if right in expected.beside and top / right not in paths and len(target.parts) == 1:
            target = target.with_name(right)
        if str(target) != TIMESTAMP:  # the student's own counts for nothing
            targets[path] = _free(target, taken)
            taken |= dict.fromkeys(targets[path].parents, True) | {targets[path]: False}
    return targets


def _free(target: PurePosixPath, taken: Mapping[PurePosixPath, bool]) -> PurePosixPath:
    """Return a path, numbered where it would lie at, in or around a file that is there.

    Parameters
    ----------
    target : PurePosixPath
    taken : mapping of PurePosixPath to bool
        What is there, and whether it is a folder.
    """
    first, *rest = target.parts
    stem, suffix = (first, "") if rest else (target.stem, target.suffix)
    names = (f"{stem} ({number}){suffix}" for number in range(1, len(taken) + 2))
    paths = (target, *(PurePosixPath(name, *rest) for name in names))
    return next(
        path
        for path in paths
        if path not in taken and all(taken.get(parent, True) for parent in path.parents)
    )


def _notes(
    paths: list[PurePosixPath], standing: Mapping[PurePosixPath, str], expected: Expected
) -> Iterator[str]:
    notebooks = [path for path in paths if path.suffix.lower() == NOTEBOOK]
    for path, name in standing.items():
        if path.name != name:
            yield f"{printable(path.name)!r} taken as {name}"
    for name in sorted(expected.notebooks - set(standing.values())):
        if not notebooks:
            others = ", ".join(printable(str(path)) for path in paths[:3])
            yield f"no notebook: only {others}" if others else "no notebook"
        elif len(expected.notebooks) > 1 or len(notebooks) > 1:
            told = ", ".join(printable(path.name) for path in notebooks[:3])
            yield f"which notebook is {name} is left to the grader: {told}"
