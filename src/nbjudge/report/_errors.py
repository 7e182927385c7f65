"""The error that a report can raise."""

from ..said import SaidError


class ReportError(SaidError):
    """A report cannot be made; the text says what, where and what to do."""
