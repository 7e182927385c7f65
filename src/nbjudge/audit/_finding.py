"""What the audit finds: something to mend, or something to know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing that an instructor should know before the release.

    Parameters
    ----------
    rule : str
        A short name for scripts.
    where : str
        The file, cell or test.
    text : str
        A sentence that says what is wrong and what to do.
    notebook : str
        The notebook's name, where it is about one.
    is_error : bool
        Whether it has to be mended; else it is a remark.
    """

    rule: str
    where: str
    text: str
    notebook: str = ""
    is_error: bool = True


def remark(rule: str, where: str, text: str, notebook: str = "") -> Finding:
    """Return a finding that need not be mended."""
    return Finding(rule, where, text, notebook, is_error=False)
