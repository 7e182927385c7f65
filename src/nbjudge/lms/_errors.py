"""What can go wrong between the course folder and the LMS."""

from ..said import SaidError


class LmsError(SaidError):
    """Nothing was collected or exported; the text says what, where and what to do."""


class RefusedError(Exception):
    """One file is refused; the text is the end of the sentence that begins with its name."""
