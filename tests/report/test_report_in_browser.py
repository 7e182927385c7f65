"""The report's page in a real Chromium: it works from disk, alone, in every look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import BrowserContext, expect

from nbjudge.report import load, write
from tests.browser.shared import SPACINGS, chromium, set_spacing
from tests.report.report_page import ReportPage
from tests.report.synthetic_class import NAME, NOTEBOOK, SyntheticClass

pytestmark = pytest.mark.slow

SIZE = 150
HOSTILE = "</noscript><script>document.title = 'taken'</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a class, in which one student writes markup everywhere."""
    root = tmp_path_factory.mktemp("a course")
    lesson = SyntheticClass(root).make(SIZE)
    notebook = root / "autograded" / "student-0000" / NAME / f"{NOTEBOOK}.ipynb"
    hostile = nbformat.read(notebook, as_version=4)
    for cell in hostile.cells:
        cell.source += HOSTILE
    nbformat.write(hostile, notebook)
    return write(load(lesson), root / "reports" / NAME)


@pytest.fixture
def report(browser: BrowserContext, path: Path, tmp_path: Path) -> Iterator[ReportPage]:
    """The page, just opened; at the end it has asked for nothing else and raised nothing."""
    page = browser.new_page()
    report = ReportPage(page, path.as_uri())
    yield report
    page.screenshot(path=tmp_path / "last.png")
    assert (report.errors, [url.partition("#")[0] for url in report.requests]) == (
        [],
        [path.as_uri()] * len(report.requests),
    )
    page.close()


def test_the_table_sorts_by_points_as_numbers(report: ReportPage):
    report.sort("Total")
    totals = [float(text.partition("/")[0]) for text in report.column(3)]
    assert totals == sorted(totals) and len(set(totals)) > 3
    report.sort("Total")
    assert report.column(3)[0] == "24/30"


def test_the_table_says_how_it_is_sorted(report: ReportPage):
    report.sort("Total")
    heading = report.page.locator("#students-table thead th", has_text="Total")
    expect(heading).to_have_attribute("aria-sort", "ascending")


def test_search_finds_students_and_says_how_many(report: ReportPage):
    report.search("0042")
    expect(report.rows).to_have_count(1)
    assert report.names == ["student-0042"]
    expect(report.page.get_by_text(f"1 to 1 of 1 students (of {SIZE})")).to_be_visible()


def test_a_search_that_finds_nobody_says_what_to_do(report: ReportPage):
    report.search("nobody at all")
    expect(report.page.get_by_text("No student fits. Change the search")).to_be_visible()


def test_filters_narrow_the_table_and_can_be_taken_back(report: ReportPage):
    report.choose("Status", "partly run")
    assert set(report.column(2)) == {"partly run"}
    report.page.get_by_role("button", name="Show all").click()
    report.choose("Mistake", "rows and columns swapped")
    assert set(report.column(6)) == {"rows and columns swapped"}
    report.page.get_by_role("button", name="Show all").click()
    report.page.get_by_role("checkbox", name="needs a person").check()
    assert "graded" not in report.column(2)
    report.page.get_by_role("button", name="Show all").click()
    expect(report.page.get_by_text(f"1 to 100 of {SIZE} students")).to_be_visible()


def test_a_cluster_shows_its_students_in_the_table(report: ReportPage):
    row = report.page.locator("#clusters tbody tr").nth(1)
    size, mistakes = row.locator("td").nth(0).inner_text(), row.locator("td").nth(1).inner_text()
    row.get_by_role("link", name="2", exact=True).click()
    expect(report.rows).to_have_count(int(size))
    assert set(report.column(6)) == {mistakes}


def test_a_name_leads_to_what_is_told_of_the_student(report: ReportPage):
    report.search("0042")
    report.page.locator("#students-table tbody a").click()
    student = report.student("student-0042")
    expect(student.get_by_role("link", name="Autograded notebook")).to_be_in_viewport()
    expect(student.get_by_role("table", name="Points", exact=True)).to_be_visible()
    expect(student.get_by_role("table", name="mask after softmax")).to_be_visible()


def test_a_link_to_a_student_can_be_kept(browser: BrowserContext, path: Path):
    page = browser.new_page()
    report = ReportPage(page, f"{path.as_uri()}#student-43")
    expect(report.student("student-0042").get_by_text("Points still open")).to_be_visible()
    page.close()


def test_what_a_student_wrote_stays_text_when_it_is_opened(report: ReportPage):
    student = report.student("student-0000")
    student.locator("summary").first.click()
    expect(student.get_by_text(HOSTILE).first).to_be_visible()
    assert student.locator("script, img").count() == 0
    assert report.page.title() != "taken"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_all_of_it_open(report: ReportPage, scheme: str):
    report.page.emulate_media(color_scheme=scheme)
    report.student("student-0001").locator("summary").first.click()
    report.unfold()
    assert report.complaints() == []


@pytest.mark.parametrize("spacing", SPACINGS.values(), ids=SPACINGS)
def test_a_phone_need_not_scroll_sideways_in_any_font(report: ReportPage, spacing: str):
    report.page.set_viewport_size({"width": 320, "height": 800})
    set_spacing(report.page, spacing)
    report.student("student-0001").locator("summary").first.click()
    assert report.page.evaluate("document.documentElement.scrollWidth") == 320
    assert report.complaints() == []


def test_paper_has_all_students_and_the_numbers_and_no_controls(report: ReportPage):
    report.page.emulate_media(media="print")
    report.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(report.rows).to_have_count(SIZE)
    expect(report.page.locator("#class-1-numbers")).to_be_visible()
    expect(report.page.locator("#filters")).to_be_hidden()
    report.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(report.rows).to_have_count(100)


def test_without_scripts_the_table_is_whole(browser: BrowserContext, path: Path):
    page = browser.new_page()
    session = browser.new_cdp_session(page)
    session.send("Emulation.setScriptExecutionDisabled", {"value": True})
    page.goto(path.as_uri())
    expect(page.locator("#students-table tbody tr")).to_have_count(SIZE)
    expect(page.locator("#filters")).to_be_hidden()
    page.close()
