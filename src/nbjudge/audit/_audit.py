"""All rules on one assignment."""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ..lesson import Lesson, LessonError, find_lesson, isolates_tests
from ..nbgrader_plugins import Course, CourseError, empty_copy
from ..notebook.reading import UnreadableError, read_notebook
from ._finding import Finding
from ._kill_matrix import Matrix, combination_findings, kill_findings, kill_matrix
from ._leaks import leak_findings, plain_leaks
from ._rerun import Tell, Trials, Tried, difference_findings, strength_findings, try_changes
from ._source import own_findings, source_findings
from ._trial import (
    Sources,
    Trial,
    contract_findings,
    result_findings,
    scores,
    starter_remarks,
    try_out,
    unfinished_findings,
)

SECONDS = 60.0
"""For the changed answers of each notebook, unless the caller has more."""

Scores = Mapping[str, Mapping[str, float | None]]
"""Points by notebook and grade id."""


@dataclass(frozen=True)
class Audit:
    """What the audit found.

    Parameters
    ----------
    findings : tuple of Finding
        Errors first; without one the assignment can be released.
    matrix : dict
        Failure mode or right style → the hidden tests that fail; empty without a lesson.
    solution, starter : mapping
        Scores; empty when the source is too broken to release.
    automatic : mapping of str to float
        What tests can give in each notebook.
    tried : tuple of Tried
        The changed answers that were run.
    """

    findings: tuple[Finding, ...]
    matrix: Matrix = field(default_factory=dict)
    solution: Scores = field(default_factory=dict)
    starter: Scores = field(default_factory=dict)
    automatic: Mapping[str, float] = field(default_factory=dict)
    tried: tuple[Tried, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What has to be mended."""
        return tuple(finding for finding in self.findings if finding.is_error)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """What is good to know."""
        return tuple(finding for finding in self.findings if not finding.is_error)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "ok": not self.errors,
            "errors": [_plain(finding) for finding in self.errors],
            "remarks": [_plain(finding) for finding in self.remarks],
            "kill_matrix": {name: sorted(found) for name, found in self.matrix.items()},
            "solution": {name: dict(found) for name, found in self.solution.items()},
            "starter": {name: dict(found) for name, found in self.starter.items()},
            "changed_answers": [
                {
                    "notebook": each.notebook,
                    "answer": each.mutant.answer,
                    "line": each.mutant.line,
                    "before": each.mutant.before,
                    "after": each.mutant.after,
                    "failed": sorted(each.failed),
                }
                for each in self.tried
            ],
        }


def _plain(finding: Finding) -> dict[str, str]:
    return {name: value for name, value in asdict(finding).items() if name != "is_error"}


def _tell_no_one(what: str, done: int, total: int) -> None:
    """Keep what is being done to oneself."""


def audit(
    course: Course, assignment: str, *, seconds: float = SECONDS, tell: Tell = _tell_no_one
) -> Audit:
    """Look through an assignment before its release; the course is read and not changed.

    An assignment with a folder in ``grading/`` is a lesson, and is held to its contract too.

    Parameters
    ----------
    course : Course
        The course.
    assignment : str
        Its name.
    seconds : float
        How long answers of one notebook are changed and tried.
    tell : callable
        Is told what is being done, how far it is, and of how much.

    Raises
    ------
    LessonError
        When there is no source notebook, or one cannot be read.
    CourseError
        When the assignment cannot be released or graded.
    """
    sources = _sources(course, assignment)
    lesson = _lesson(course, assignment, sources)
    found = [*_before_the_trial(sources, lesson)]
    matrix: Matrix = {}
    if lesson is not None:
        (source,) = sources.values()
        matrix = kill_matrix(source, lesson)
        found += [*kill_findings(matrix), *combination_findings(source, lesson)]
    if any(finding.rule in {"grade-id", "starter"} for finding in found):
        return Audit(tuple(found), matrix)
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as scratch:
        copied = empty_copy(course, assignment, Path(scratch))
        trial = try_out(copied, assignment, sources, lesson, tell)
        found += _of_the_trial(trial, sources, lesson)
        trials = [*_changed(trial, seconds, tell)]
    released = course.root / "release" / assignment
    if released.is_dir():
        found += _leaks(released, sources, lesson)
    known = frozenset(mode.grade_id for mode in lesson.failure_modes) if lesson else frozenset()
    for each in trials:
        there = each.needing_a_kernel  # isolation is the reason, which the next line tells
        found = [f for f in found if f.rule != "solution" or (f.notebook, f.where) not in there]
        found += [*difference_findings(each), *strength_findings(each, known)]
    found = sorted(dict.fromkeys(found), key=lambda finding: not finding.is_error)
    tried = tuple(each for one in trials for each in one.tried)
    automatic = {n.name: sum(r.max_score for r in n.tests.values()) for n in trial.solution}
    points = scores(trial.solution), scores(trial.starter), automatic
    return Audit(tuple(found), matrix, *points, tried)


def _sources(course: Course, assignment: str) -> Sources:
    folder = course.source(assignment)
    if not folder.is_dir():
        known = sorted(each.name for each in folder.parent.glob("*") if each.is_dir())
        raise CourseError(
            f"There is no assignment {assignment!r}: {folder} does not exist. "
            f"Assignments here: {', '.join(known) or 'none'}."
        )
    found = {path.stem: path for path in sorted(folder.glob("*.ipynb"))}
    if not found:
        raise CourseError(f"There is nothing to check: {folder} has no notebook.")
    try:
        return {name: read_notebook(path) for name, path in found.items()}
    except UnreadableError as error:
        raise CourseError(f"The source in {folder} cannot be used: {error}") from error


def _lesson(course: Course, assignment: str, sources: Sources) -> Lesson | None:
    if not _is_lesson(course.root / "grading" / assignment):
        return None
    lesson = find_lesson(assignment, course.root)
    if len(sources) != 1:
        raise LessonError(f"{lesson.source} should hold one notebook; it holds {len(sources)}.")
    return lesson


def _is_lesson(grading: Path) -> bool:
    """Whether a folder says more of an assignment than how its tests run."""
    if not grading.is_dir():
        return False
    if {path.name for path in grading.iterdir()} != {"contract.toml"}:
        return True
    isolates_tests(grading)  # refuses one that cannot be read
    return tomllib.loads((grading / "contract.toml").read_text("utf-8")).keys() != {"tests"}


def _before_the_trial(sources: Sources, lesson: Lesson | None) -> Iterator[Finding]:
    for name, source in sources.items():
        yield from own_findings(source, name)
        if lesson is not None:
            yield from source_findings(source, lesson)


def _of_the_trial(trial: Trial, sources: Sources, lesson: Lesson | None) -> Iterator[Finding]:
    yield from _leaks(trial.release, sources, lesson)
    yield from result_findings(trial)
    yield from unfinished_findings(trial, is_error=lesson is not None)
    if lesson is not None:
        yield from contract_findings(trial, lesson)
    else:
        yield from starter_remarks(trial)


def _leaks(release: Path, sources: Sources, lesson: Lesson | None) -> Iterator[Finding]:
    if lesson is None:
        return plain_leaks(release, sources.values())
    (source,) = sources.values()
    return leak_findings(release, source, lesson)


def _changed(trial: Trial, seconds: float, tell: Tell) -> Iterator[Trials]:
    starters = {notebook.name: notebook for notebook in trial.starter}
    for notebook in trial.solution:
        if notebook.ready is not None:
            quick = partial(trial.quick, notebook.name)
            yield try_changes(notebook, starters.get(notebook.name), quick, seconds, tell)
