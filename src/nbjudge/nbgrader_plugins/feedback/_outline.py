"""Headings of a notebook, put below those of the page without a gap between levels."""

from __future__ import annotations

import re

from markupsafe import Markup

_TAG = re.compile(r"<(/?)h([1-6])>")
DEEPEST = 6


class Outline:
    """Gives each heading the level of its depth, as it is read.

    Authors choose levels by their looks: a notebook may begin with the second and go on with the
    fourth. Whoever moves from heading to heading by ear would miss what is not there.

    Parameters
    ----------
    below : int
        The level of the page's heading above.
    """

    def __init__(self, below: int = 2) -> None:
        self._below = below
        self._open: list[int] = []

    def place(self, cleaned: Markup) -> Markup:
        """Return the next piece of clean HTML with its headings in their places."""
        return Markup(_TAG.sub(self._placed, cleaned))

    def _placed(self, tag: re.Match[str]) -> str:
        slash, level = tag[1], int(tag[2])
        if not slash:
            self._open = [*(above for above in self._open if above < level), level]
        return f"<{slash}h{min(DEEPEST, self._below + len(self._open))}>"
