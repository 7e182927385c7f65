"""A small class, from the release to the feedback, with the commands that an instructor types."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from nbjudge.gradebook import VARIABLE
from nbjudge.lesson import find_lesson
from nbjudge.nbgrader_plugins import Course, open_course
from nbjudge.report import Frames, load
from tests.conftest import LESSON, Run, new_course
from tests.gradebook.contents import Contents, contents

SOME = (
    "right-masked",
    "mask-after-softmax",
    "deleted-test",
    "renamed-notebook",
    "empty-folder",
    "late",
    "crash",
)
BY_HAND, COMMENT = 3.5, "Say which row."
WHO = "right-masked"


@dataclass
class Graded:
    """A class that went all the way; ``said`` is the output of each command, in order."""

    course: Course
    url: str
    frames: Frames
    contents: Contents
    said: dict[str, subprocess.CompletedProcess[str]]


def small_course(root: Path, students: tuple[str, ...] = SOME) -> Course:
    """Return a course whose demo class is these students alone."""
    course = new_course(root)
    for path in (root / "grading" / LESSON / "cohort").glob("[!_]*.toml"):
        if path.stem not in students:
            path.unlink()
    return course


def whole_flow(root: Path, url: str | None, run: Run) -> Graded:
    """Release, hand in, grade, grade by hand, grade again, report, export, give feedback."""
    small_course(root)
    with pytest.MonkeyPatch.context() as patch:
        if url:
            patch.setenv(VARIABLE, url)
        course = open_course(root)
        said = _commands(course, run)
        lesson = find_lesson(LESSON, root)
        frames = load(lesson, gradebook_url=course.gradebook_url)
    return Graded(course, course.gradebook_url, frames, contents(course.gradebook_url), said)


def _commands(course: Course, run: Run) -> dict[str, subprocess.CompletedProcess[str]]:
    said = {}

    def do(name: str, program: str, *words: str) -> None:
        said[name] = run(course, program, *words)
        assert said[name].returncode == 0, f"{name}: {said[name].stderr}"

    do("release", "nbjudge", "release", LESSON)
    do("demo", "nbjudge", "demo", LESSON)
    do("grade", "nbjudge", "grade", LESSON, "--jobs", "2")
    do("autograde", "nbgrader", "autograde", LESSON, "--student", "crash", "--force")
    grade_by_hand(course, WHO)
    do("again", "nbjudge", "grade", LESSON, "--force", "--student", WHO, "--student", "late")
    do("release again", "nbjudge", "release", LESSON)
    do("nothing new", "nbjudge", "grade", LESSON, "--jobs", "2")
    do("report", "nbjudge", "report", LESSON)
    do("export", "nbjudge", "export", LESSON, "--to", "csv", "--partial")
    do("nbgrader export", "nbgrader", "export", "--to", "grades.csv")
    do("feedback", "nbgrader", "generate_feedback", LESSON)
    do("doctor", "nbjudge", "doctor")
    return said


def grade_by_hand(course: Course, student: str) -> None:
    """Write a grade and a comment as the formgrader does."""
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade("explain", "self-attention", LESSON, student)
        grade.manual_score = BY_HAND
        comment = gradebook.find_comment("explain", "self-attention", LESSON, student)
        comment.manual_comment = COMMENT
        gradebook.db.commit()
