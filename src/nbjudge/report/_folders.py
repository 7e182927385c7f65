"""What the course's folders hold: who is in the class, verdicts, records, the master's order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from nbjudge import verdict
from nbjudge.lesson import Lesson
from nbjudge.verdict import Verdict

STEPS = ("submitted", "autograded")


class _Unusable(Exception):
    """A file cannot be used; the text says which and why."""


@dataclass(frozen=True)
class Autograded:
    """What the grader left of one student.

    Parameters
    ----------
    files : tuple of str
        Names of the autograded notebooks.
    verdict : Verdict or None
        None when there is none, or none that can be read.
    record : object
        The saved experiments as JSON values, untrusted; None when there are none.
    damaged : bool
        Whether an autograded notebook, or the verdict in it, cannot be read.
    problems : tuple of str
        A sentence for each file that cannot be used.
    """

    files: tuple[str, ...] = ()
    verdict: Verdict | None = None
    record: Any = None
    damaged: bool = False
    problems: tuple[str, ...] = ()


def students_with_folders(root: Path) -> frozenset[str]:
    """Return the names of the folders under ``submitted/`` and ``autograded/``.

    Names that begin with a dot are left out, as nbgrader leaves them out.
    """
    steps = [root / step for step in STEPS if (root / step).is_dir()]
    folders = [folder for step in steps for folder in step.iterdir() if folder.is_dir()]
    return frozenset(folder.name for folder in folders if not folder.name.startswith("."))


def notebooks_handed_in(lesson: Lesson, student: str) -> int | None:
    """Count the notebooks that a student handed in; None when there is no folder at all."""
    folder = lesson.root / "submitted" / student / lesson.name
    return sum(1 for _ in folder.glob("*.ipynb")) if folder.is_dir() else None


def read_autograded(lesson: Lesson, notebooks: tuple[str, ...], student: str) -> Autograded:
    """Read a student's autograded files; what is broken becomes a sentence."""
    folder = lesson.root / "autograded" / student / lesson.name
    files = tuple(f"{name}.ipynb" for name in notebooks if (folder / f"{name}.ipynb").is_file())
    verdicts: list[Verdict] = []
    problems, record = [], None
    for name in files:
        try:
            verdicts.extend(_verdicts(folder / name))
        except _Unusable as problem:
            problems.append(f"{problem} Grade this submission again.")
    damaged = bool(problems)
    try:
        record = _json(folder / lesson.experiments.SIDECAR, constant=_refuse)
    except _Unusable as problem:
        problems.append(f"{problem} Its runs are missing here.")
    return Autograded(files, _joined(verdicts), record, damaged, tuple(problems))


def grade_ids_in_order(lesson: Lesson) -> tuple[str, ...]:
    """Return the grade ids as the master's notebooks have them, as far as those can be read."""
    return tuple(dict.fromkeys(_grade_ids(lesson)))


def _grade_ids(lesson: Lesson) -> Iterator[str]:
    for path in sorted(lesson.source.glob("*.ipynb")):
        try:
            for cell in _json(path)["cells"]:
                yield cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        except (_Unusable, KeyError, TypeError, AttributeError):
            continue  # the order is a convenience; the audit reports a broken source


def _verdicts(path: Path) -> Iterator[Verdict]:
    """Yield the notebook's verdict, if it holds one."""
    try:
        metadata = _json(path)["metadata"]
        if metadata.get(verdict.KEY):
            yield verdict.read(metadata)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _Unusable(f"{_short(path)} holds a verdict that cannot be read.") from error


def _joined(verdicts: list[Verdict]) -> Verdict | None:
    """Return one verdict for all the notebooks of a submission."""
    return reduce(_both, verdicts) if verdicts else None


def _both(one: Verdict, other: Verdict) -> Verdict:
    return replace(
        one,
        file=", ".join(filter(None, (one.file, other.file))),
        notes=one.notes + other.notes,
        results=one.results + other.results,
        run_sources={**one.run_sources, **other.run_sources},
    )


def _json(path: Path, constant: Callable[[str], Any] = float) -> Any:
    """Return the file's JSON values, None when there is no file."""
    try:
        return json.loads(path.read_bytes(), parse_constant=constant)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _Unusable(f"{_short(path)} cannot be opened ({error.strerror}).") from error
    except (ValueError, RecursionError) as error:
        raise _Unusable(f"{_short(path)} is not JSON.") from error


def _refuse(constant: str) -> None:
    """Refuse NaN and Infinity in a record: no workbench writes them."""
    raise ValueError(constant)


def _short(path: Path) -> str:
    """Return the path from the course folder on: step, student, assignment, file."""
    return "/".join(path.parts[-4:])
