"""Builds a student's notebook from the released one."""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output

from ..lesson import Lesson
from ..notebook.cells import grade_id
from ._student import Student


def record_of(student: Student, lesson: Lesson) -> dict[str, Any] | None:
    """Return what the student saved in the workbench, or None."""
    if not student.runs and not student.predicted:
        return None
    sample = lesson.experiments.sample_record
    record = sample(student.runs, seed=student.name, predicted=student.predicted)
    if student.forged:
        record["runs"][-1]["results"].update(student.forged)
    return record


def build(student: Student, released: NotebookNode, lesson: Lesson) -> NotebookNode:
    """Return the notebook that the student hands in."""
    notebook = copy.deepcopy(released)
    sources = dict(_functions(_source(student, lesson), notebook)) | dict(student.cells)
    for cell in notebook.cells:
        cell.source = sources.get(grade_id(cell) or "", cell.source)
    _show_record(notebook, student, lesson)
    _add(notebook, student)
    _delete_and_copy(notebook, student)
    if student.editor:
        _save_in_another_editor(notebook)
    return notebook


def _source(student: Student, lesson: Lesson) -> str:
    if student.mistakes:
        return lesson.implementations.wrong(student.mistakes)
    return lesson.implementations.right()[student.implementation] if student.implementation else ""


def _functions(source: str, notebook: NotebookNode) -> Iterator[tuple[str, str]]:
    """Return the piece of the source for each answer cell that defines the same function."""
    lines, done = source.split("\n"), 0
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
            piece = "\n".join(lines[done : node.end_lineno]).strip()
            done = node.end_lineno
            yield _answer_cell(notebook, node.name), piece


def _answer_cell(notebook: NotebookNode, function: str) -> str:
    for cell in notebook.cells:
        name = grade_id(cell)
        if name and cell.source.startswith(f"def {function}("):
            return name
    raise ValueError(f"no answer cell of the release defines {function}")


def _show_record(notebook: NotebookNode, student: Student, lesson: Lesson) -> None:
    record = record_of(student, lesson)
    if record is None:
        return
    text = lesson.experiments.TEXT_MARK + json.dumps(record, separators=(",", ":"))
    if "output" in student.channels:
        data = {
            lesson.experiments.MIME: record,
            "text/plain": f"{len(record['runs'])} runs\n{text}",
        }
        shown = next(cell for cell in notebook.cells if cell.id == student.evidence)
        shown.outputs, shown.execution_count = [new_output("display_data", data=data)], 4
    if "paste" in student.channels:
        notebook.cells.append(new_code_cell(f"wb.paste('''{text}''')", id="pasted"))


def _add(notebook: NotebookNode, student: Student) -> None:
    names = [grade_id(cell) for cell in notebook.cells]
    place = names.index(student.after) + 1 if student.after else len(names)
    notebook.cells[place:place] = [
        new_code_cell(source, id=f"added-{number}") for number, source in enumerate(student.added)
    ]


def _delete_and_copy(notebook: NotebookNode, student: Student) -> None:
    notebook.cells = [cell for cell in notebook.cells if grade_id(cell) not in student.deleted]
    for name in student.copied:
        index = next(i for i, cell in enumerate(notebook.cells) if grade_id(cell) == name)
        twin = copy.deepcopy(notebook.cells[index])
        twin["id"] = f"{name}-copy"
        notebook.cells.insert(index + 1, twin)


def _save_in_another_editor(notebook: NotebookNode) -> None:
    notebook.metadata["kernelspec"] = {
        "name": "env-07",
        "display_name": "env-07",
        "language": "python",
    }
    notebook.metadata["vscode"] = {"interpreter": {"hash": "0" * 64}}
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"{number:08x}"
        cell.metadata["collapsed"] = False
        cell.metadata["vscode"] = {"languageId": "python"}
        cell.source += "\n"
