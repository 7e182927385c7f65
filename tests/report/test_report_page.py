"""The page and the terminal's table: self-contained, safe, readable without seeing it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from nbjudge.report import digest, summary
from nbjudge.report.page import render
from nbjudge.verdict import Kind, Note

SCRIPT = "<script>alert('x')</script>"


class _Tags(HTMLParser):
    """Collects the start tags and the text of each cell."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture
def page(course: Any) -> _Tags:
    record = course.lesson.experiments.sample_record()
    record["runs"][0]["label"] = SCRIPT
    course.enrol("absent")
    course.autograde("right", record=record)
    course.autograde("wrong", {"experiment": 2.5, "rows-sum-to-one": 0, "future-weight-is-zero": 1})
    course.autograde(SCRIPT.replace("/", ""), notes=(Note(Kind.RUN, SCRIPT),))
    return _Tags(render(course.frames()))


def test_markup_in_any_text_is_shown_as_text(page: _Tags) -> None:
    assert SCRIPT in page.text
    assert SCRIPT.replace("/", "") in page.text
    assert "script" not in [tag for tag, _ in page.tags]


def test_page_needs_nothing_from_elsewhere(course: Any) -> None:
    text = render(course.frames())
    tags = _Tags(text).tags
    assert not {"link", "img", "iframe", "script", "object"} & {tag for tag, _ in tags}
    assert all((attrs.get("href") or "#").startswith("#") for _, attrs in tags)
    assert not re.search(r"https?:|url\(|@import", text)


def test_each_table_has_a_caption_and_each_heading_a_scope(page: _Tags) -> None:
    names = [tag for tag, _ in page.tags]
    assert names.count("table") == names.count("caption") == 8
    assert {attrs["scope"] for tag, attrs in page.tags if tag == "th"} == {"col", "row"}
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    labels = [attrs["aria-labelledby"] for _, attrs in page.tags if "aria-labelledby" in attrs]
    assert set(labels) <= set(ids)


def test_what_needs_a_person_comes_first_and_the_most_urgent_on_top(page: _Tags) -> None:
    words = [text.strip() for text in page.text if text.strip()]
    first = words[words.index("Submissions to look at (2)") : words.index("Outcomes by item (4)")]
    assert first.index("partly run") < first.index("absent")
    assert "right" not in first[: first.index("Answers to grade in formgrader (1)")]


def test_points_are_written_as_fractions_and_mistakes_in_words(page: _Tags) -> None:
    assert {"9/11", "2.5/4", "0/11", "\N{EN DASH}/2"} <= {*page.text}
    assert "mask after softmax" in page.text
    assert ("td", {"class": "yes"}) in page.tags


def test_class_of_nobody_still_has_a_page(course: Any) -> None:
    assert "Saved runs: none." in render(course.frames())


def test_summary_is_one_line_per_student(course: Any) -> None:
    course.enrol("absent")
    course.autograde("wrong", {"experiment": 2.5, "rows-sum-to-one": 0, "future-weight-is-zero": 1})
    table = summary(course.frames())
    assert table.values.tolist() == [
        ["absent", "not submitted", "0/11", "0/2", "0/4", "0/4", "0/1"],
        ["wrong", "graded", "3.5/11", "\N{EN DASH}/2", "2.5/4", "0/4", "1/1"],
    ]


def test_digest_names_what_was_lost(course: Any) -> None:
    course.enrol("absent")
    course.autograde("right", {"experiment": 4, "rows-sum-to-one": 4, "future-weight-is-zero": 1})
    course.autograde("wrong", {"experiment": 2.5, "rows-sum-to-one": 0, "future-weight-is-zero": 1})
    assert digest(course.frames()).values.tolist() == [
        ["absent", "not submitted", "0/11", "everything"],
        ["right", "graded", "9/11", ""],
        ["wrong", "graded", "3.5/11", "experiment 2.5/4, rows-sum-to-one 0/4"],
    ]


def test_summary_spells_control_characters_out(course: Any) -> None:
    course.enrol("red \x1b[31m 学生")
    assert summary(course.frames()).student[0] == "red \\x1b[31m 学生"
