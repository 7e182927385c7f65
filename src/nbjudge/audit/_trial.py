"""Grades the solution and the starter for real, in a copy of the course."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ..lesson import Lesson
from ..nbgrader_plugins import Course, GradedNotebook, graded_notebooks
from ..notebook.cells import grade_id, is_answer
from ..notebook.reading import read_notebook
from ..verdict import KEY, Outcome, Result
from ._finding import Finding, remark
from ._rerun import Tell, short, told

Sources = dict[str, NotebookNode]
"""The instructor's notebooks by name."""


@dataclass(frozen=True)
class Trial:
    """The release as students would get it, and what became of two submissions made from it.

    Parameters
    ----------
    course : Course
        The copy.
    assignment : str
        Its name.
    release : Path
        The released folder.
    solution, starter : tuple of GradedNotebook
        The notebooks as they were graded.
    made : tuple of str
        Names of files that grading puts beside a notebook.
    """

    course: Course
    assignment: str
    release: Path
    solution: tuple[GradedNotebook, ...]
    starter: tuple[GradedNotebook, ...]
    made: tuple[str, ...]

    def quick(self, name: str, seconds: float) -> GradedNotebook:
        """Return a notebook of the solution, with a limit on each of its cells."""
        found = graded_notebooks(
            self.course, self.assignment, "solution", made=self.made, seconds=seconds
        )
        return next(notebook for notebook in found if notebook.name == name)


def try_out(
    course: Course, assignment: str, sources: Sources, lesson: Lesson | None, tell: Tell
) -> Trial:
    """Release an assignment, hand in solution and starter, and grade them.

    Parameters
    ----------
    course : Course
        A copy in which nothing is released yet.
    assignment : str
        Its name.
    sources : dict of str to NotebookNode
        The instructor's notebooks.
    lesson : Lesson, optional
        The lesson, if it is one: the solution comes with a record of its experiments.
    tell : callable
        Is told how far it is.
    """
    tell("Releasing a copy", 0, 3)
    course.release(assignment, into=course.root / "release", record=True)
    folder = course.root / "release" / assignment
    starters = {path.stem: read_notebook(path) for path in sorted(folder.glob("*.ipynb"))}
    solved = {name: _solved(starters[name], sources[name]) for name in starters}
    made: dict[str, str] = {}
    if lesson is not None:
        made[lesson.experiments.SIDECAR] = json.dumps(lesson.experiments.sample_record())
    _hand_in(course, assignment, "solution", solved, made)
    _hand_in(course, assignment, "starter", starters, {})
    for done, who in enumerate(("solution", "starter"), start=1):
        tell(f"Grading the {who}", done, 3)
        course.autograde(assignment, who)
    of = partial(graded_notebooks, course, assignment, made=tuple(made))
    return Trial(
        course, assignment, folder, tuple(of("solution")), tuple(of("starter")), tuple(made)
    )


def _solved(starter: NotebookNode, source: NotebookNode) -> NotebookNode:
    """Return the release with the instructor's answers in place of the starter's."""
    answers = {grade_id(cell): cell.source for cell in source.cells if is_answer(cell)}
    solved: NotebookNode = nbformat.from_dict(json.loads(nbformat.writes(starter)))
    for cell in solved.cells:
        cell.source = answers.get(grade_id(cell), cell.source)
    return solved


def _hand_in(
    course: Course, assignment: str, who: str, notebooks: Sources, made: dict[str, str]
) -> None:
    folder = course.submitted_by(who, assignment)
    folder.mkdir(parents=True)
    for name, notebook in notebooks.items():
        nbformat.write(notebook, folder / f"{name}.ipynb")
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")


def scores(notebooks: Sequence[GradedNotebook]) -> dict[str, dict[str, float | None]]:
    """Return the scores by notebook and grade id; None while one waits for a person."""
    return {
        notebook.name: {result.grade_id: result.score for result in notebook.verdict.results}
        for notebook in notebooks
    }


def result_findings(trial: Trial) -> Iterator[Finding]:
    """Return the tests that the solution fails, and those that always give full marks."""
    for notebook in trial.solution:
        for name, result in notebook.tests.items():
            if result.outcome is not Outcome.PASSED:
                text = f"With the solution {_ended(result)}."
                yield Finding("solution", name, text, notebook.name)
        for name, shown in notebook.no_scores.items():
            if notebook.tests[name].max_score:
                text = (
                    f"It ends with {short(shown)}, which is no number, and so is full marks for "
                    "nbgrader whatever it is: only an error takes points off."
                )
                yield remark("no-score", name, text, notebook.name)


def _ended(result: Result) -> str:
    return "it was not run" if result.outcome is Outcome.NOT_RUN else told(result).rstrip(".")


def starter_remarks(trial: Trial) -> Iterator[Finding]:
    """Return the tests that give points for an assignment as it was handed out."""
    for notebook in trial.starter:
        for name, result in notebook.tests.items():
            if result.score:
                text = (
                    f"The untouched starter earns {result.score:g} of {result.max_score:g} points."
                )
                yield remark("starter", name, text, notebook.name)


def unfinished_findings(trial: Trial, *, is_error: bool) -> Iterator[Finding]:
    """Return the code cells of the solution, but for tests, that do not run to their end."""
    for notebook in trial.solution:
        for number, cell in enumerate(notebook.notebook.cells, start=1):
            is_run = cell.cell_type == "code" and cell.source.strip()
            if is_run and cell.metadata.get(KEY) != "ok" and grade_id(cell) not in notebook.tests:
                where = grade_id(cell) or f"cell {number}"
                text = "It does not run to its end, even with the solution."
                yield Finding("cell", where, text, notebook.name, is_error)


def contract_findings(trial: Trial, lesson: Lesson) -> Iterator[Finding]:
    """Return where a lesson's starter is not wrong as intended."""
    contract = lesson.contract
    (notebook,) = trial.starter
    for name, result in notebook.tests.items():
        if name not in {mode.grade_id for mode in lesson.failure_modes}:
            if result.score:
                text = f"The untouched starter earns {result.score:g} points."
                yield Finding("starter", name, text, notebook.name)
        elif (result.outcome is not Outcome.PASSED) != (name in contract.starter_fails):
            verb = "passes" if result.outcome is Outcome.PASSED else "fails"
            text = f"The starter {verb} this test, and it should not."
            yield Finding("starter", name, text, notebook.name)
