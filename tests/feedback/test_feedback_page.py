"""What a student finds on the page: the points, the mistake, why it matters, what to try."""

from __future__ import annotations

import pytest
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from tests.conftest import LESSON

from .conftest import COMMENTED, ORDINARY, Pages

pytestmark = pytest.mark.slow


def test_points_stand_at_the_top_as_a_fraction_with_what_is_still_open(pages: Pages):
    assert "20/30 points, and 2 of the rest wait for a person" not in pages.read("late").text
    assert "22/30 points, and 2 of the rest wait" in pages.read(COMMENTED).text
    assert "0/30 points" in pages.read("truncated-notebook").text


def test_each_checkpoint_of_the_lesson_has_its_points(pages: Pages):
    text = pages.read(COMMENTED).text
    for heading in (
        "Checkpoint 1: predict: –/2",
        "Checkpoint 2: experiment: 4/4",
        "Checkpoint 3: implement: 14/20",
        "Checkpoint 4: explain: 4/4",
    ):
        assert heading in text


def test_a_failed_test_says_the_invariant_the_mistake_why_and_what_to_try(pages: Pages):
    part = pages.read(COMMENTED).part("rows-are-queries 0/1", "mask-changes-the-scores")
    assert "failed Row i belongs to query i, column j to key j." in part
    assert "Row 3 is not query 3 against the keys" in part
    assert (
        "What this shows: rows and columns swapped. Rows are keys and columns are queries." in part
    )
    assert "Why it matters. The matrix then answers who reads this token" in part
    assert "Enter q = 3, 2, 1 and k = 1, 2, 3 in the workbench" in part


def test_what_the_workbench_cannot_show_is_not_offered(pages: Pages):
    part = pages.read(COMMENTED).part("output-mixes-values 0/4", "future-weight-is-zero")
    assert "The workbench cannot show this one." in part


def test_code_that_does_not_run_is_not_taken_for_a_mistake_of_understanding(pages: Pages):
    text = pages.read("syntax-error").text
    assert "failed" in text
    assert "What this shows" not in text


def test_partial_credit_says_which_points_were_earned(pages: Pages):
    part = pages.read("no-experiment").part("experiment 0/4", "Checkpoint 3")
    assert "prediction: 0 of 1. No experiment was saved." in part


def test_grades_and_comments_by_hand_are_there(pages: Pages):
    page = pages.read(COMMENTED)
    part = page.part("Checkpoint 4: explain: 4/4", "Your saved runs Run 1")
    assert "explain 4/4 graded by hand with 0.5 extra" in part
    assert "Comment Say which row. <script>x" in part
    assert "stable-softmax Comment Short and right." in page.text


def test_saved_runs_are_shown_as_they_were(pages: Pages):
    part = pages.read(COMMENTED).part("Your saved runs Run 1", "Your notebook As")
    assert "Run 1: mask before softmax, 2026-01-31 14:02 UTC Counts." in part
    assert "Run 2: mask after softmax, 2026-01-31 14:03 UTC Counts." in part
    assert "token q k row sum 1 1 1 0.000335 2 1 2 0.001246 3 1 9 1" in part
    assert "weight token 1 2 3 1 0.000335 0 0" in part


def test_a_run_that_does_not_count_says_why(pages: Pages):
    text = pages.read("forged-record").text
    assert "Does not count. Edited or corrupted: q and k do not give the saved results." in text


def test_a_late_penalty_is_explained_with_times_in_the_zone_of_the_course(pages: Pages):
    text = pages.read("late").text
    assert (
        "Handed in 2026-02-03 23:00 CET, 1 d 22 h late (due 2026-02-02 00:59 CET). "
        "For that 24 points were taken off."
    ) in text
    assert "0/30 points" in text
    assert "on time" in pages.read(COMMENTED).text


def test_what_happened_on_the_way_is_said(pages: Pages):
    assert "Cells are there more than once" in pages.read("copied-test").text
    assert "is not whole JSON" in pages.read("truncated-notebook").text


def test_what_could_not_be_read_is_told_no_mistakes(pages: Pages):
    text = pages.read("truncated-notebook").text
    assert "rows-sum-to-one 0/4 not run" in text
    assert "What this shows" not in text


def test_an_ordinary_assignment_gets_the_part_that_needs_no_lesson(pages: Pages):
    text = pages.read("kim", ORDINARY).text
    assert "0/4 points" in text
    assert "by-hand 0/1 failed The fourth one is wrong." in text
    assert "Your saved runs" not in text and "workbench" not in text


def test_formgraders_button_writes_the_same_page(pages: Pages):
    course, path = pages.course, pages.path(COMMENTED)
    before = path.read_text("utf-8")
    path.unlink()
    folder = CourseDirectory(config=course.config, root=str(course.root))
    done = NbGraderAPI(folder, config=course.config).generate_feedback(LESSON, COMMENTED)
    assert done["success"], done
    assert path.read_text("utf-8") == before


def test_the_page_shows_the_workbenchs_runs_and_does_not_speak_of_bringing_it_back(pages: Pages):
    page = pages.read(COMMENTED)
    assert "2 runs: 1 correct, 1 broken" in page.text
    assert "bring the workbench back, run the first code cell" not in page.text
