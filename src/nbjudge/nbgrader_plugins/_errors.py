"""What goes wrong with a course."""


class CourseError(Exception):
    """nbgrader could not do what was asked; the text says what, where and what to do."""
