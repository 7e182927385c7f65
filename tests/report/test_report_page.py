"""The page and the terminal's table: self-contained, safe, readable without seeing it."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from typing import Any

import nbformat
import pytest

from nbjudge.report import digest, summary
from nbjudge.report.page import Links, render
from nbjudge.verdict import Kind, Note, Outcome, Result, Verdict

SCRIPT = "<script>alert('x')</script>"
WRONG = {"experiment": 2.5, "rows-sum-to-one": 0, "future-weight-is-zero": 1}
RIGHT = {"experiment": 4, "rows-sum-to-one": 4, "future-weight-is-zero": 1}


class _Tags(HTMLParser):
    """Collects the start tags, each text, and what stands inside the last script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def _before(page: str, mark: str) -> str:
    return page[: page.index(mark)]


@pytest.fixture
def page(course: Any) -> _Tags:
    record = course.lesson.experiments.sample_record()
    record["runs"][0]["label"] = SCRIPT
    course.enrol("absent")
    course.autograde("right", record=record)
    course.autograde("wrong", WRONG)
    course.autograde(SCRIPT.replace("/", ""), notes=(Note(Kind.RUN, SCRIPT),))
    return _Tags(render(course.frames()))


def test_markup_in_any_text_is_shown_as_text(page: _Tags) -> None:
    assert SCRIPT in page.text
    assert SCRIPT.replace("/", "") in page.text
    assert page.of("script") == [{"type": "module"}]


def test_only_the_page_s_own_script_may_run(page: _Tags) -> None:
    (script,) = re.findall(r'<script type="module">(.*)</script>', page.page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = (m["content"] for m in page.of("meta") if "http-equiv" in m)
    assert policy is not None
    assert f"script-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none'")
    assert "<!--" not in script


def test_what_is_told_of_a_student_is_there_without_scripts(page: _Tags) -> None:
    (told, *_) = re.findall(r"<noscript>(.*?)</noscript>", page.page, re.DOTALL)
    assert "Points still open" in told
    assert page.page.count("<noscript>") == page.page.count("</noscript>") == 4


def test_page_needs_nothing_from_elsewhere(course: Any, page: _Tags) -> None:
    names = {tag for tag, _ in page.tags}
    assert not {"link", "img", "iframe", "object", "base", "embed"} & names
    assert not [attrs for _, attrs in page.tags if "src" in attrs]
    addresses = {str(attrs["href"]) for attrs in page.of("a")}
    expected = ("#", "../../autograded/", "http://localhost:8888/formgrader/submissions/")
    assert all(address.startswith(expected) for address in addresses)
    style = page.page[page.page.index("<style>") : page.page.index("</style>")]
    assert not re.search(r"https?:|url\(|@import", style)


def test_links_survive_odd_ids_and_another_place_of_the_page(course: Any) -> None:
    course.autograde("who? #1/2".replace("/", "%"))
    page = _Tags(render(course.frames(), Links("../course", "https://hub.example/user/me/")))
    (notebook,) = (a for a in map(_href, page.of("a")) if "autograded" in a)
    folder = "autograded/who%3F%20%231%252/07-self-attention"
    assert notebook == f"../course/{folder}/self-attention.ipynb"
    (formgrader,) = (a for a in map(_href, page.of("a")) if "formgrader" in a)
    key = course.frames().submissions.formgrader[0]
    assert formgrader == f"https://hub.example/user/me/formgrader/submissions/{key}/"


def _href(attrs: dict[str, str | None]) -> str:
    return str(attrs["href"])


def test_each_table_has_a_caption_and_each_heading_a_scope(page: _Tags) -> None:
    assert len(page.of("table")) == len(page.of("caption")) > 10
    assert {attrs["scope"] for attrs in page.of("th")} == {"col", "row"}
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    named = ("aria-labelledby", "aria-describedby")
    labels = [attrs[name] for _, attrs in page.tags for name in named if name in attrs]
    assert set(labels) <= set(ids)


def test_each_figure_has_a_reading_in_words_and_its_numbers(page: _Tags) -> None:
    figures = re.findall(r"<figure.*?</figure>", page.page, re.DOTALL)
    assert len(figures) == 6
    for figure in figures:
        (reading,) = re.findall(r'-reading">(.*?)</p>', figure)
        assert re.search(r"\d", unescape(reading)), reading
        assert 'role="img"' in figure and "<table" in figure and "The numbers" in figure


def test_what_needs_a_person_comes_first_and_the_most_urgent_on_top(course: Any) -> None:
    course.enrol("absent")
    course.autograde("right")
    course.autograde("repaired", notes=(Note(Kind.REPAIR, "Put back."),))
    course.autograde("stopped", notes=(Note(Kind.RUN, "It did not end."),))
    course.autograde("half", notes=(Note(Kind.UNREADABLE, "Half a file."),))
    course.autograde("odd", notes=(Note(Kind.INTEGRITY, "Graded without a sandbox."),))
    first = _before(render(course.frames()), 'id="class"')
    order = ["Graded without a sandbox", "Half a file", "It did not end", "predict", "Put back"]
    places = [first.index(f'<th scope="row">{text}') for text in [*order, "Nothing was handed in"]]
    assert places == sorted(places)


def test_a_class_without_trouble_says_so(course: Any) -> None:
    course.autograde("right", manual={"predict": 2})
    first = _before(render(course.frames()), 'id="class"')
    assert "Nothing: every submission is graded, and no answer waits." in first


def test_what_could_not_be_run_is_no_part_of_the_mean(course: Any) -> None:
    course.autograde("right", manual={"predict": 2})
    course.autograde("half", dict.fromkeys(RIGHT, 0), (Note(Kind.UNREADABLE, "Half."),))
    course.enrol("absent")
    course.submit("early bird")
    page = render(course.frames())
    assert "<dt>mean</dt><dd>11/11</dd>" in page
    assert "<dt>graded</dt><dd>1/4</dd>" in page


def test_a_mean_that_can_still_rise_is_called_so_far(course: Any) -> None:
    course.autograde("right")
    assert "<dt>mean so far</dt><dd>9/11</dd>" in render(course.frames())


def _rate(page: str, item: str) -> str:
    numbers = page[page.index('id="class-2-numbers"') :]
    row = re.search(rf'<th scope="row">{item}</th>(.*?)</tr>', numbers)
    assert row
    return re.findall(r"<td[^>]*>(.*?)</td>", row[1])[1]


def test_free_text_that_waits_has_no_pass_rate(course: Any) -> None:
    course.autograde("right")
    course.autograde("empty", RIGHT | {"predict": 0})
    page = render(course.frames())
    assert _rate(page, "predict") == "\N{EN DASH}"
    assert _rate(page, "experiment") == "100%"


def test_free_text_that_everybody_has_a_grade_for_has_one(course: Any) -> None:
    course.autograde("right", manual={"predict": 2})
    course.autograde("half", manual={"predict": 1})
    assert _rate(render(course.frames()), "predict") == "50%"


def test_students_with_the_same_mistakes_are_one_cluster(course: Any) -> None:
    for name in ("a", "b"):
        course.autograde(name, RIGHT | {"rows-sum-to-one": 0})
    course.autograde("c", RIGHT)
    course.leave("d", Verdict(results=(Result("rows-sum-to-one", Outcome.NOT_RUN, 0, 4),)))
    page = render(course.frames())
    clusters = page[page.index('id="clusters"') : page.index('id="glossary"')]
    rows = re.findall(r"<tr>(.*?)</tr>", clusters)[1:]
    assert ["mask after softmax" in rows[0], "no mistake" in rows[1], len(rows)] == [True, True, 2]
    assert ">a</a>, " in rows[0] and ">b</a>" in rows[0]
    assert "The future probabilities are set to zero after softmax" in rows[0]
    silent = re.search(r"No hidden test told anything of: (.*?)\.</p>", clusters)
    assert silent and ">d</a>" in silent[1]


def test_points_are_written_as_fractions_and_mistakes_in_words(page: _Tags) -> None:
    assert {"9/11", "2.5/4", "0/11", "\N{EN DASH}/2"} <= {*page.text}
    assert "mask after softmax" in page.text


def test_class_of_nobody_still_has_a_page(course: Any) -> None:
    page = render(course.frames())
    assert "Nobody is in the class yet." in page
    assert "Nothing is graded yet." in page


def test_a_lesson_whose_runs_are_made_of_something_else_has_its_page(course: Any) -> None:
    course.autograde("right", record=course.lesson.experiments.sample_record())
    frames = course.frames()
    own = re.compile(r"[qk]\d|row_sum_\d")
    rest = frames.experiments.drop(columns=[name for name in frames.experiments if own.match(name)])
    page = render(replace(frames, experiments=rest))
    assert "Who saved what" in page
    assert "The q and k that students chose" not in page and ">Row sums<" not in page


def test_a_very_long_answer_is_cut_and_says_so(course: Any) -> None:
    path = course.autograde("talks") / "self-attention.ipynb"
    notebook = nbformat.read(path, as_version=4)
    marks = {"nbgrader": {"grade_id": "predict", "solution": True}}
    notebook.cells = [nbformat.v4.new_markdown_cell("x" * 50_000, metadata=marks)]
    nbformat.write(notebook, path)
    page = render(course.frames())
    assert "the first 4,000 of 50,000 characters" in page
    assert "x" * 4001 not in page


def test_summary_is_one_line_per_student(course: Any) -> None:
    course.enrol("absent")
    course.autograde("wrong", WRONG)
    table = summary(course.frames())
    assert table.values.tolist() == [
        ["absent", "not submitted", "0/11", "0/2", "0/4", "0/4", "0/1"],
        ["wrong", "graded", "3.5/11", "\N{EN DASH}/2", "2.5/4", "0/4", "1/1"],
    ]


def test_digest_names_what_was_lost(course: Any) -> None:
    course.enrol("absent")
    course.autograde("right", RIGHT)
    course.autograde("wrong", WRONG)
    assert digest(course.frames()).values.tolist() == [
        ["absent", "not submitted", "0/11", "everything"],
        ["right", "graded", "9/11", ""],
        ["wrong", "graded", "3.5/11", "experiment 2.5/4, rows-sum-to-one 0/4"],
    ]


def test_digest_of_a_class_that_lost_nothing(course: Any) -> None:
    course.autograde("right", RIGHT)
    assert digest(course.frames()).values.tolist() == [["right", "graded", "9/11", ""]]


def test_summary_spells_control_characters_out(course: Any) -> None:
    course.enrol("red \x1b[31m 学生")
    assert summary(course.frames()).student[0] == "red \\x1b[31m 学生"
