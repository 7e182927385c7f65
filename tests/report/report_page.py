"""The report's page in a browser, in the words of who reads it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

OPENED = "document.querySelectorAll('.numbers, .more').forEach(each => each.open = true)"
READY = "#students-table.dataTable"


class ReportPage:
    """One opened page.

    Parameters
    ----------
    page : Page
    address : str
        Of the file.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(address)

    @property
    def rows(self) -> Locator:
        return self.page.locator("#students-table tbody tr")

    @property
    def names(self) -> list[str]:
        return self.page.locator("#students-table tbody th").all_inner_texts()

    def column(self, number: int) -> list[str]:
        return self.page.locator(f"#students-table tbody td:nth-child({number})").all_inner_texts()

    def sort(self, heading: str) -> None:
        """Sort by a column, and wait until that is done: the table sorts in its own time."""
        header = self.page.locator("#students-table").get_by_role("columnheader", name=heading)
        before = header.get_attribute("aria-sort") or "none"
        header.click()
        after = "descending" if before == "ascending" else "ascending"
        expect(header).to_have_attribute("aria-sort", after)

    def search(self, text: str) -> None:
        self.page.get_by_role("searchbox", name="Search").fill(text)

    def choose(self, label: str, option: str) -> None:
        self.page.get_by_label(label, exact=True).select_option(label=option)

    def student(self, name: str) -> Locator:
        """What is told of one student, below the table."""
        named = self.page.locator("summary .name", has_text=name)
        return self.page.locator("details.student", has=named)

    def unfold(self) -> None:
        """Open all numbers and all names that are folded."""
        self.page.evaluate(OPENED)

    def complaints(self) -> list[str]:
        """Run axe-core; see to it that it measured contrast."""
        results = Axe().run(self.page).response
        assert "color-contrast" in [rule["id"] for rule in results["passes"]]
        return [
            f"{rule['id']} at {node['target']}: {node['failureSummary']}"
            for rule in results["violations"]
            for node in rule["nodes"]
        ]
