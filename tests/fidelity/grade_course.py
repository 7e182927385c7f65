"""Grades a whole course with nbgrader, and prints what each graded cell got; run as a program.

``python grade_course.py FOLDER [release | grade]`` takes the folder's ``nbgrader_config.py``:
without nbjudge in it, this is stock nbgrader. It releases and grades, or does one of the two.
"""

from __future__ import annotations

import json
import logging
import sys
import warnings
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader


def main(root: Path, *steps: str) -> None:
    """Release and grade every assignment of the course, or do one of the two."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    config = PyFileConfigLoader("nbgrader_config.py", str(root)).load_config()
    api = NbGraderAPI(CourseDirectory(config=config, root=str(root)), config=config)
    scores = {}
    for assignment in sorted(path.name for path in (root / "source").iterdir() if path.is_dir()):
        if "grade" not in steps:
            released = api.generate_assignment(assignment)
            if not released["success"]:
                raise SystemExit(f"{assignment} cannot be released: {released['log']}")
        if "release" in steps:
            continue
        for student in sorted(path.name for path in (root / "submitted").iterdir()):
            if (root / "submitted" / student / assignment).is_dir():
                done = api.autograde(assignment, student)["success"]
                scores[f"{assignment}/{student}"] = _grades(root, assignment, student, done)
    print(json.dumps(scores))


def _grades(root: Path, assignment: str, student: str, done: bool) -> dict[str, object]:
    found: dict[str, object] = {} if done else {"failed": True}
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        try:
            notebooks = gradebook.find_submission(assignment, student).notebooks
        except MissingEntry:
            return found
        for notebook in notebooks:
            for grade in notebook.grades:
                cell = f"{notebook.name}/{grade.name}"
                found[cell] = [grade.auto_score, bool(grade.needs_manual_grade), grade.max_score]
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:])
