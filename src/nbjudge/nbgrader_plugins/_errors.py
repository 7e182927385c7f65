"""What goes wrong with a course."""

from ..said import SaidError


class CourseError(SaidError):
    """nbgrader could not do what was asked; the text says what, where and what to do."""
