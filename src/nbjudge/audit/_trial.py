"""Grades the solution and the starter for real, in a copy of the course."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ..lesson import Lesson, LessonError
from ..nbgrader_plugins import Course, open_course
from ..notebook.cells import grade_id, is_answer
from ..notebook.reading import read_notebook
from ..release import release
from ..verdict import KEY, Outcome
from ._breach import Breach

PARTS = ("source", "grading", "nbgrader_config.py")
"""What a course needs; the gradebook and the hand-ins of the real one are left alone."""


@dataclass(frozen=True)
class Trial:
    """The release as students would get it, and what became of two submissions made from it.

    ``unfinished`` names the cells that do not run to their end even with the solution.
    """

    release: Path
    solution: Mapping[str, float | None]
    starter: Mapping[str, float | None]
    unfinished: tuple[str, ...] = ()


def try_out(lesson: Lesson, source: NotebookNode, scratch: Path) -> Trial:
    """Release the lesson in a scratch folder, hand in solution and starter, and grade them."""
    for part in PARTS:
        if not (lesson.root / part).exists():
            raise LessonError(f"{lesson.root / part} is missing: the audit releases a copy.")
        _copy(lesson.root / part, scratch / part)
    course = open_course(scratch)
    course.keep_apart()
    folder = release(course, lesson.name)
    name = next(folder.glob("*.ipynb")).name
    starter = read_notebook(folder / name)
    record = json.dumps(lesson.experiments.sample_record())
    _hand_in(course, lesson, "solution", name, _solved(starter, source), record)
    _hand_in(course, lesson, "starter", name, starter, None)
    scores = {who: _grade(course, lesson.name, who) for who in ("solution", "starter")}
    graded = scratch / "autograded" / "solution" / lesson.name / name
    return Trial(folder, scores["solution"], scores["starter"], _unfinished(graded))


def trial_breaches(trial: Trial, lesson: Lesson) -> Iterator[Breach]:
    """Return where the solution loses points, and where the starter is not wrong as intended."""
    contract = lesson.contract
    for name, points in contract.points.items():
        got = trial.solution.get(name)
        if name not in contract.by_hand and got != points:
            yield Breach("solution", name, f"The solution gets {got} of {points:g} points.")
    for name in trial.unfinished:
        yield Breach("cell", name, "It does not run to its end, even with the solution.")
    hidden = {mode.grade_id for mode in lesson.failure_modes}
    found = {name for name in hidden if trial.starter.get(name) != contract.points.get(name)}
    for name in sorted(found ^ set(contract.starter_fails)):
        verb = "fails" if name in found else "passes"
        yield Breach("starter", name, f"The starter {verb} this test, and it should not.")
    for name in contract.points.keys() - hidden - set(contract.by_hand):
        if trial.starter.get(name):
            text = f"The untouched starter earns {trial.starter[name]:g} points."
            yield Breach("starter", name, text)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "cohort"))
    else:
        shutil.copyfile(source, target)


def _solved(starter: NotebookNode, source: NotebookNode) -> NotebookNode:
    """Return the release with the instructor's answers in place of the starter's."""
    answers = {grade_id(cell): cell.source for cell in source.cells if is_answer(cell)}
    solved: NotebookNode = nbformat.from_dict(json.loads(nbformat.writes(starter)))
    for cell in solved.cells:
        cell.source = answers.get(grade_id(cell), cell.source)
    return solved


def _hand_in(
    course: Course, lesson: Lesson, who: str, name: str, notebook: NotebookNode, record: str | None
) -> None:
    folder = course.root / "submitted" / who / lesson.name
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / name)
    if record is not None:
        (folder / lesson.experiments.SIDECAR).write_text(record, "utf-8")


def _unfinished(path: Path) -> tuple[str, ...]:
    """Return the code cells of an autograded notebook that did not end well."""
    cells = [cell for cell in read_notebook(path).cells if cell.cell_type == "code"]
    return tuple(
        cell.id for cell in cells if cell.metadata.get(KEY) != "ok" and cell.source.strip()
    )


def _grade(course: Course, assignment: str, who: str) -> dict[str, float | None]:
    course.autograde(assignment, who)
    results = [result for v in course.verdicts(assignment, who) for result in v.results]
    return {r.grade_id: r.score if r.outcome is not Outcome.WAITING else None for r in results}
