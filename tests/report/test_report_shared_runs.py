"""The same saved run under two students is said; the same values under other ids are not."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from nbjudge.report.page import render


@pytest.fixture
def record(course: Any) -> Any:
    return course.lesson.experiments.sample_record(seed="first")


def _others(course: Any) -> dict[str, list[str]]:
    runs = course.frames().experiments
    return {student: own.shared_with.tolist() for student, own in runs.groupby("student")}


def _integrity(course: Any) -> dict[str, list[str]]:
    notes = course.frames().notes
    own = notes[notes.kind == "integrity"]
    return {student: rows.text.tolist() for student, rows in own.groupby("student")}


def test_the_same_record_is_said_of_both_and_of_nobody_else(course: Any, record: Any) -> None:
    course.autograde("ada", record=record)
    course.autograde("bob", record=copy.deepcopy(record))
    course.autograde("eve", record=course.lesson.experiments.sample_record(seed="other"))
    assert _others(course) == {"ada": ["bob"] * 2, "bob": ["ada"] * 2, "eve": [""] * 2}
    said = "ada and bob share one record and 2 saved runs."
    assert _integrity(course) == {"ada": [said], "bob": [said]}
    assert course.frames().submissions.sentence.tolist()[:2] == [said, said]


def test_one_run_in_a_record_of_ones_own_is_said(course: Any, record: Any) -> None:
    own = course.lesson.experiments.sample_record(seed="own")
    own["runs"][1] = copy.deepcopy(record["runs"][1])
    course.autograde("ada", record=record)
    course.autograde("bob", record=own)
    assert _others(course) == {"ada": ["", "bob"], "bob": ["", "ada"]}
    assert _integrity(course)["bob"] == ["ada and bob share 1 saved run."]


def test_a_record_whose_runs_were_taken_out_is_still_the_same(course: Any, record: Any) -> None:
    course.autograde("ada", record=record)
    course.autograde("bob", record=record | {"runs": []})
    assert _integrity(course)["bob"] == ["ada and bob share one record."]


def test_other_ids_with_the_same_values_are_not_shared(course: Any) -> None:
    for name in ("ada", "bob"):
        course.autograde(name, record=course.lesson.experiments.sample_record(seed=name))
    assert _integrity(course) == {}


@pytest.mark.parametrize("identity", ["", None, 7, "short"])
def test_ids_that_are_not_random_say_nothing(course: Any, record: Any, identity: Any) -> None:
    record["record_id"] = identity
    for run in record["runs"]:
        run["run_id"] = identity
    for name in ("ada", "bob"):
        course.autograde(name, record=copy.deepcopy(record))
    assert _integrity(course) == {}


def test_a_record_that_the_whole_class_has_names_some_and_counts_the_rest(
    course: Any, record: Any
) -> None:
    for number in range(25):
        course.autograde(f"s{number:02}", record=copy.deepcopy(record))
    assert _others(course)["s00"][0] == "s01, s02, s03, s04, s05, and 19 more"
    (said,) = _integrity(course)["s24"]
    assert said.startswith("s00, s01, s02") and ", and 5 more share one record" in said


def test_the_page_tells_it_first_and_among_the_experiments(course: Any, record: Any) -> None:
    course.autograde("ada", record=record)
    course.autograde("bob", record=copy.deepcopy(record))
    page = render(course.frames())
    assert "ada and bob share one record" in page[: page.index('id="class"')]
    assert "Runs shared between students" in page
    assert "Runs shared between students: none." not in page
