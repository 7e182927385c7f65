"""The saved runs of a workbench and their comparison, as a test sees them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator


class RunsPage:
    """What stands below the result of one workbench.

    Parameters
    ----------
    root : Locator
        The workbench.
    """

    def __init__(self, root: Locator):
        self.root = root

    def rows(self) -> list[list[str]]:
        """Read the list of saved runs, folded or not, one row for each."""
        rows = self.root.locator(".aw-list tbody tr")
        return [row.locator("td").all_text_contents() for row in rows.all()]

    def unfold_compare(self) -> None:
        """Open the comparison."""
        self.root.locator("summary", has_text="Compare").click()

    @property
    def lacks(self) -> Locator:
        """Which run is missing for a comparison."""
        return self.root.locator(".aw-lacks")

    @property
    def save_other(self) -> Locator:
        """The button that saves the run that is missing."""
        return self.root.get_by_role("button", name="Save the other mode with these values")

    @property
    def differences(self) -> Locator:
        """How the two runs differ, in words."""
        return self.root.get_by_role("list", name="Differences")

    def compared(self, number: int) -> Locator:
        """Find the weights of the run with this number in the comparison."""
        return self.root.get_by_role("table", name=re.compile(f"^Run {number}:"))

    def choose(self, side: str, number: int) -> None:
        """Put the run with this number on side A or B."""
        self.root.get_by_role("combobox", name=f"Run {side}").select_option(index=number - 1)
