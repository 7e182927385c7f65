"""nbgrader's commands, its formgrader and its files: one time means one moment in all of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import nbgrader.apps.api
import pytest
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from nbjudge.nbgrader_plugins import Course
from nbjudge.release import release
from tests.conftest import LESSON, REPOSITORY, Run, new_course

DUE = datetime(2026, 2, 1, 22, 59)
OFFSET = "2026-02-01 23:59:00 +0100"


def _due(course: Course) -> datetime | None:
    with course.gradebook() as gradebook:
        return gradebook.find_assignment(LESSON).duedate


def _set_due(course: Course, text: str) -> None:
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment(LESSON, duedate=text)


@pytest.mark.parametrize(
    "text", [OFFSET, "2026-02-01T23:59 +0100", "2026-02-01 23:59 Europe/Berlin"]
)
def test_the_gradebook_stores_the_moment_that_is_meant(course: Course, text: str):
    _set_due(course, text)
    assert _due(course) == DUE


@pytest.mark.parametrize("text", ["2026-02-01 23:59 PST", "2026-02-01 11:59 PM", "tomorrow"])
def test_a_due_date_that_would_be_misread_is_refused(course: Course, text: str):
    _set_due(course, OFFSET)
    with pytest.raises(ValueError, match="is no moment like"):
        _set_due(course, text)
    assert _due(course) == DUE


def test_no_due_date_is_none(course: Course):
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment(LESSON, duedate=None)
    assert _due(course) is None


def test_an_extension_counts_from_the_moment_that_is_meant(course: Course):
    _set_due(course, OFFSET)
    with course.gradebook() as gradebook:
        gradebook.add_student("kim")
        gradebook.update_or_create_submission(LESSON, "kim", timestamp="2026-02-02 23:59:00 +0100")
        gradebook.grant_extension(LESSON, "kim", hours=24)
        submission = gradebook.find_submission(LESSON, "kim")
        assert submission.duedate == DUE + timedelta(days=1)
        assert submission.total_seconds_late == 0


@pytest.mark.parametrize(
    ("text", "moment"), [(OFFSET, DUE), ("2026-02-01 23:59 CEST", DUE.replace(hour=23))]
)
def test_the_formgrader_reads_timestamps_and_stops_at_none(
    tmp_path: Path, text: str, moment: datetime
):
    """An abbreviation of a zone stays what nbgrader takes it for: the grader says that it is none."""
    course = new_course(tmp_path, submissions=["right-masked"])
    path = course.root / "submitted" / "right-masked" / LESSON / "timestamp.txt"
    path.write_text(text)
    directory = CourseDirectory(config=course.config, root=str(course.root))
    api = NbGraderAPI(directory, config=course.config)
    assert api.get_submitted_timestamp(LESSON, "right-masked") == moment
    assert directory.get_existing_timestamp(str(path.parent)) == moment


def test_every_module_of_nbgraders_has_our_reader():
    assert nbgrader.apps.api.parse_utc(OFFSET) == DUE


def _commands(page: Path) -> list[str]:
    """Return the due dates in the commands of a page of the documentation."""
    text = " ".join(page.read_text("utf-8").split())
    return [part.split('"')[1] for part in text.split("--duedate ")[1:]]


@pytest.mark.slow
def test_the_form_in_the_instructors_guide_works_with_the_real_command(course: Course, run: Run):
    release(course, LESSON)
    (form,) = _commands(REPOSITORY / "docs" / "instructor.md")
    for text in (form, OFFSET):
        done = run(course, "nbgrader", "db", "assignment", "add", LESSON, "--duedate", text)
        assert done.returncode == 0, done.stderr
        assert _due(course) == DUE, text


@pytest.mark.slow
def test_the_real_command_refuses_what_would_be_misread(course: Course, run: Run):
    release(course, LESSON)
    word = "2026-02-01 11:59 PM"
    done = run(course, "nbgrader", "db", "assignment", "add", LESSON, "--duedate", word)
    assert done.returncode != 0 and "is no moment like" in done.stderr
    assert "Traceback" not in done.stderr
    assert _due(course) is None
