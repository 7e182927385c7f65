"""One thing that has to be mended before a release."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Breach:
    """A rule that the lesson breaks.

    Parameters
    ----------
    rule : str
        A short name for scripts.
    where : str
        The file, cell or test.
    text : str
        A sentence that says what is wrong and what to do.
    """

    rule: str
    where: str
    text: str
