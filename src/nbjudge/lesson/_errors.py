"""The error that a lesson's folder can raise."""


class LessonError(Exception):
    """A lesson's folder is missing or broken; the text says what, where and what to do."""
