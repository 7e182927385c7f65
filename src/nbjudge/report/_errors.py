"""The error that a report can raise."""


class ReportError(Exception):
    """A report cannot be made; the text says what, where and what to do."""
