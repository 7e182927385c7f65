"""The error that a lesson's folder can raise."""

from ..said import SaidError


class LessonError(SaidError):
    """A lesson's folder is missing or broken; the text says what, where and what to do."""
