"""Saved runs are a student's own file: shown as they are, whatever is in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nbjudge.lesson import Lesson
from nbjudge.nbgrader_plugins.feedback._runs import LONGEST, MOST, SavedRuns, saved_runs


@pytest.fixture
def record(lesson: Lesson) -> dict[str, Any]:
    return lesson.experiments.sample_record()


def _shown(folder: Path, lesson: Lesson, record: object) -> SavedRuns:
    (folder / lesson.experiments.SIDECAR).write_text(json.dumps(record), "utf-8")
    return saved_runs(folder, lesson.experiments)


def test_without_a_record_there_is_nothing_to_show(tmp_path: Path, lesson: Lesson):
    assert saved_runs(tmp_path, lesson.experiments) == SavedRuns()


def test_each_run_has_its_numbers_and_its_matrices(tmp_path: Path, lesson: Lesson, record: Any):
    first, _second = _shown(tmp_path, lesson, record).runs
    numbers, scores, weights = first.matrices
    assert numbers.head == ("token", "q", "k", "row sum")
    assert numbers.rows[1] == ("2", "1", "2", "1")
    assert (scores.caption, weights.caption) == ("score", "weight")
    assert weights.rows[1] == ("2", "0.2689", "0.7311", "0")


def test_more_runs_than_anybody_reads_are_counted(tmp_path: Path, lesson: Lesson, record: Any):
    record["runs"] = record["runs"] * MOST
    shown = _shown(tmp_path, lesson, record)
    assert (len(shown.runs), shown.more) == (MOST, MOST)


def test_a_malformed_run_is_shown_with_what_it_has(tmp_path: Path, lesson: Lesson, record: Any):
    record["runs"][0] = {"label": "x" * 10_000, "mode": ["no", "text"], "results": None}
    first, _second = _shown(tmp_path, lesson, record).runs
    assert not first.counted
    assert first.title.startswith("Run 1: xxx") and len(first.title) < 3 * LONGEST
    assert {cell for row in first.matrices[0].rows for cell in row[1:]} == {"–"}


def test_a_file_that_is_no_record_is_one_sentence(tmp_path: Path, lesson: Lesson):
    (tmp_path / lesson.experiments.SIDECAR).write_text("{", "utf-8")
    shown = saved_runs(tmp_path, lesson.experiments)
    assert shown.runs == () and shown.problem
