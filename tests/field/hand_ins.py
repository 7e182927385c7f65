"""What a student hands in, made from the release by small edits, and what it must get."""

from __future__ import annotations

import copy
import importlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from nbjudge.demo import Student
from nbjudge.demo._build import build, record_of
from nbjudge.lesson import Lesson, find_lesson
from nbjudge.notebook.cells import grade_id
from nbjudge.notebook.reading import read_notebook
from nbjudge.verdict import Status

REPOSITORY = Path(__file__).parents[2]
LESSON = "07-self-attention"
EVERYDAY = "everyday"
NAMES = {LESSON: "self-attention", EVERYDAY: "squares"}

FULL = {
    LESSON: {
        "predict": None,
        "experiment": 4,
        "rows-sum-to-one": 4,
        "softmax-is-stable": 4,
        "output-mixes-values": 4,
        "future-weight-is-zero": 1,
        "scores-are-scaled": 1,
        "rows-are-queries": 1,
        "mask-changes-the-scores": 1,
        "own-test": 4,
        "explain": None,
    },
    EVERYDAY: {"square-of-three": 1, "squares-to-four": 2, "says-hello": 1, "makes-a-list": 3},
}
"""What the diligent student gets, from whom all others differ; None waits for a person."""

ATTENTION = (
    "rows-sum-to-one",
    "softmax-is-stable",
    "output-mixes-values",
    "future-weight-is-zero",
    "scores-are-scaled",
    "rows-are-queries",
    "mask-changes-the-scores",
)
WITHOUT_WEIGHTS = dict.fromkeys(ATTENTION, 0)
"""Of a student whose attention_weights gives nothing of use."""

NOTHING = dict.fromkeys(FULL[LESSON], 0)


class HandIn:
    """One submission that is being written.

    Parameters
    ----------
    assignment : str
        Whose released notebook it starts from.

    Attributes
    ----------
    notebook : NotebookNode
        The diligent student's; edits change it.
    files : dict of str to bytes
        What stands beside it.
    name : str
        The notebook's file name; empty to hand in none.
    raw : bytes or None
        The notebook file's bytes instead of those of ``notebook``.
    later : list of callable
        Called with the folder when all else is there: for links and the like.
    """

    def __init__(self, assignment: str) -> None:
        self.notebook, self.files = _diligent(assignment)
        self.name = f"{NAMES[assignment]}.ipynb"
        self.raw: bytes | None = None
        self.later: list[Callable[[Path], object]] = []

    def cell(self, name: str) -> NotebookNode:
        """Return a cell by grade id or cell id."""
        return next(c for c in self.notebook.cells if name in (grade_id(c), c.id))

    def place(self, name: str) -> int:
        return next(i for i, c in enumerate(self.notebook.cells) if c is self.cell(name))

    def insert(self, before: str, *sources: str, cell_type: str = "code") -> None:
        """Put cells of the student's own in front of a cell."""
        make = new_code_cell if cell_type == "code" else new_markdown_cell
        place = self.place(before)
        cells = [make(text, id=f"own-{before}-{i}"[:64]) for i, text in enumerate(sources)]
        self.notebook.cells[place:place] = cells

    def write(self, folder: Path) -> None:
        """Write it, as nbgrader wants it."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if self.name:
            text = self.raw if self.raw is not None else json.dumps(self.notebook).encode()
            (folder / self.name).write_bytes(text)
        for act in self.later:
            act(folder)


@dataclass(frozen=True)
class Case:
    """A submission and what it must get.

    Parameters
    ----------
    name : str
        In words; the student's id.
    cells : mapping of str to str
        Sources, by grade id, over those of the diligent student.
    own : tuple of str
        Cells of the student's own, in front of ``before``.
    edit : callable, optional
        Any other change.
    lost : mapping of str to float
        Scores that differ from full marks.
    status : Status, or a tuple of those that are right
        How far the grader must get.
    note : str
        What the verdict's sentence must say.
    unsaid : str
        What neither notes nor messages may say.
    seconds : float
        What it may take at the most: a busy machine gives five times the limit of 24 seconds.
    at_most : bool
        Whether less is right as well: some attacks break what the student wrote.
    """

    name: str
    cells: Mapping[str, str] = field(default_factory=dict)
    own: tuple[str, ...] = ()
    before: str = "try-row-sums"
    edit: Callable[[HandIn], object] | None = None
    lost: Mapping[str, float | None] = field(default_factory=dict)
    status: Status | tuple[Status, ...] = Status.GRADED
    note: str = ""
    unsaid: str = ""
    assignment: str = LESSON
    seconds: float = 180.0
    at_most: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def student(self) -> str:
        return self.name.replace(" ", "-")

    @property
    def scores(self) -> dict[str, float | None]:
        return FULL[self.assignment] | dict(self.lost)

    def hand_in(self, root: Path) -> None:
        """Write the submission into a course."""
        written = HandIn(self.assignment)
        for name, source in self.cells.items():
            written.cell(name).source = source
        written.insert(self.before, *self.own) if self.own else None
        if self.edit is not None:
            self.edit(written)
        written.write(root / "submitted" / self.student / self.assignment)


def all_cases() -> Iterator[Case]:
    """Return the cases of every test file here and in ``tests/attacks``."""
    here = Path(__file__).parent
    paths = sorted([*here.glob("test_*.py"), *here.parent.glob("attacks/test_*.py")])
    for path in [path for path in paths if path.stem != "test_all_at_once"]:
        module = importlib.import_module(f"tests.{path.parent.name}.{path.stem}")
        yield from getattr(module, "CASES", ())


@cache
def _lesson() -> Lesson:
    return find_lesson(LESSON, REPOSITORY)


@cache
def _start(assignment: str) -> tuple[NotebookNode, dict[str, bytes]]:
    if assignment == EVERYDAY:
        notebook = everyday()
        for cell in notebook.cells:
            cell.source = cell.source.replace("### BEGIN SOLUTION\n    ", "")
            cell.source = cell.source.replace("\n    ### END SOLUTION", "")
            if "HIDDEN TESTS" in cell.source:
                cell.source = "\n"
        return notebook, {}
    lesson = _lesson()
    defaults = tomllib.loads((lesson.cohort / "_defaults.toml").read_text("utf-8"))
    student = Student(**defaults, name="diligent")
    released = read_notebook(REPOSITORY / "release" / LESSON / "self-attention.ipynb")
    record = json.dumps(record_of(student, lesson)).encode()
    files = {"experiments.json": record, "timestamp.txt": b"2026-01-31 20:00:00 UTC\n"}
    return build(student, released, lesson), files


def _diligent(assignment: str) -> tuple[NotebookNode, dict[str, bytes]]:
    notebook, files = _start(assignment)
    return copy.deepcopy(notebook), dict(files)


def everyday() -> NotebookNode:
    """Return an ordinary nbgrader notebook: comparisons of plain values, no kernel named."""
    marks = {"schema_version": 3, "task": False}
    notebook = nbformat.v4.new_notebook()

    def add(name: str, source: str, points: int | None = None) -> None:
        cell = new_code_cell(source, id=name)
        own = {"grade_id": name, "solution": points is None, "locked": points is not None}
        graded = {"grade": points is not None} | ({"points": points} if points else {})
        cell.metadata["nbgrader"] = NotebookNode(marks | own | graded)
        notebook.cells.append(cell)

    def hidden(source: str) -> str:
        return f"### BEGIN HIDDEN TESTS\n{source}\n### END HIDDEN TESTS"

    def answer(head: str, body: str) -> str:
        return f"def {head}:\n    ### BEGIN SOLUTION\n    {body}\n    ### END SOLUTION"

    add("square", answer("square(x)", "return x * x"))
    add("squares", answer("squares(n)", "return [square(i) for i in range(1, n + 1)]"))
    add("hello", answer("hello()", "print('hello')"))
    add("square-of-three", hidden("assert square(3) == 9\nassert not square(3) != 9"), 1)
    add("squares-to-four", hidden("assert squares(4) == [1, 4, 9, 16]"), 2)
    add("says-hello", hidden("hello()"), 1)
    add(
        "makes-a-list",
        hidden("total = 0\nfor each in squares(3):\n    total += each\nassert total == 14"),
        3,
    )
    return notebook
