"""The workbench as a test sees it: found by role and name, as a screen reader would find it.

When a label or a class of the workbench changes, this file is the place to follow it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

FUTURE = "With the causal mask on"
ROW_SUM = "With the mask applied after softmax"
WHY = "Token 3 lies in the future of token 2."
BROKEN = "Mask after softmax (broken)"
WAITING = "Waiting for Python"
NOT_YET = "Not recorded yet"
SAVED = re.compile(r"Run \d+ recorded")
CONTROLS = "button, input, textarea, select, summary, [tabindex='0']"
MOST_TABS = 40
LATE_LIMIT = 25_000.0  # milliseconds; after 8 seconds the workbench says that there was no answer


class WorkbenchPage:
    """One view of a workbench."""

    def __init__(self, root: Locator):
        self.root = root

    @staticmethod
    def within(place: Page | Locator) -> Locator:
        """Find every view on a page or in a part of it."""
        return place.get_by_role("group", name="Attention workbench", exact=True)

    # ---- parts

    @property
    def status(self) -> Locator:
        """The one line that says how recording stands and what has happened."""
        return self.root.get_by_role("status")

    @property
    def alerts(self) -> Locator:
        """Where errors are told."""
        return self.root.get_by_role("alert")

    @property
    def scores(self) -> Locator:
        """The table of scores."""
        return self.root.get_by_role("table", name=re.compile("^Scores"))

    @property
    def masked_scores(self) -> Locator:
        """The table of scores after the mask, there only while the mask comes before softmax."""
        return self.root.get_by_role("table", name=re.compile("^Masked scores"))

    @property
    def weights(self) -> Locator:
        """The table of attention weights, with the sums of its rows."""
        return self.root.get_by_role("table", name=re.compile("^Attention weights"))

    @property
    def result_heading(self) -> Locator:
        """What stands above the matrices."""
        return self.root.locator(".aw-title", has_text="Result")

    @property
    def findings(self) -> Locator:
        """What the numbers show, in words."""
        return self.root.locator(".aw-text")

    @property
    def derivation(self) -> Locator:
        """The line that explains the marked cell."""
        return self.root.locator(".aw-derivation")

    @property
    def broken(self) -> Locator:
        """The switch that puts the mask after softmax."""
        return self.root.get_by_role("checkbox", name=BROKEN)

    @property
    def causal_mask(self) -> Locator:
        """The switch for the mask itself."""
        return self.root.get_by_role("checkbox", name="Causal mask")

    @property
    def controls(self) -> Locator:
        """Everything that can have the focus and is on the screen."""
        return self.root.locator(CONTROLS).locator("visible=true")

    def cell(self, table: Locator, row: int, column: int) -> Locator:
        """Find a cell of a matrix, counted from 1."""
        return table.get_by_role("row").nth(row).get_by_role("cell").nth(column - 1)

    def button(self, name: str) -> Locator:
        """Find a button by what stands on it."""
        return self.root.get_by_role("button", name=name)

    def value(self, which: str, token: int) -> Locator:
        """Find the field of a `query` or `key` of a token, counted from 1."""
        return self.root.get_by_label(f"{which} of token {token}")

    # ---- deeds

    def wait_until_ready(self, file: str = "experiments.json") -> None:
        """Wait until Python has answered and names the file that it records to."""
        expect(self.status).to_have_text(f"Recording to {file}")

    def predict(
        self, future: str = "no weight", row_sum: str = "exactly 1", why: str = WHY
    ) -> None:
        """Fill in a prediction, record it, and wait for the weights."""
        self.fill_in(future, row_sum, why)
        self.button("Record prediction").click()
        expect(self.weights).to_be_visible()

    def fill_in(
        self, future: str = "no weight", row_sum: str = "exactly 1", why: str = WHY
    ) -> None:
        """Fill in a prediction without recording it."""
        self.choice(FUTURE, future).check()
        self.choice(ROW_SUM, row_sum).check()
        self.why.fill(why)

    def choice(self, question: str, answer: str) -> Locator:
        """Find one answer to a question of the prediction."""
        return self.root.get_by_role("group", name=question).get_by_label(answer, exact=True)

    @property
    def why(self) -> Locator:
        """Where the reason for the prediction is written."""
        return self.root.get_by_label("Why?")

    def enter(self, q: Sequence[float], k: Sequence[float]) -> None:
        """Type all six values."""
        for which, row in (("query", q), ("key", k)):
            for token, number in enumerate(row, start=1):
                self.value(which, token).fill(f"{number:g}")

    def save(self, number: int) -> None:
        """Save a run and wait until it is recorded as this number."""
        self.button("Save run").click()
        expect(self.status).to_contain_text(f"Run {number} recorded")

    def save_pair(self) -> None:
        """Save a correct run, then a broken one with the same values, as numbers 1 and 2."""
        self.save(1)
        self.broken.check()
        self.save(2)

    def copied(self) -> str:
        """Press "Copy record" and read the clipboard."""
        self.button("Copy record").click()
        expect(self.status).to_contain_text("Record copied")
        return str(self.root.page.evaluate("navigator.clipboard.readText()"))

    def unfold_all(self) -> None:
        """Open all that can be folded away."""
        self.root.evaluate("e => e.querySelectorAll('details').forEach(d => (d.open = true))")

    def tab_to(self, control: Locator) -> None:
        """Press Tab until this control has the focus, as someone without a mouse would."""
        for _ in range(MOST_TABS):
            if control.evaluate("element => element === document.activeElement"):
                return
            self.root.page.keyboard.press("Tab")
        raise AssertionError(f"After {MOST_TABS} tabs the focus is still not on {control}.")

    # ---- what is on the screen

    def numbers(self, table: Locator) -> list[list[str]]:
        """Read the printed numbers of a matrix, row by row, sums included."""
        rows = table.get_by_role("row").filter(has=self.root.page.locator(".aw-number"))
        return [row.locator(".aw-number").all_text_contents() for row in rows.all()]

    def marked(self, table: Locator) -> tuple[int, int]:
        """Return row and column of the cell that a matrix marks, counted from 1."""
        place = "e => [e.parentElement.rowIndex, e.cellIndex]"
        row, column = table.locator(".aw-here").evaluate(place)
        return row, column
