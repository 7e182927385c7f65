"""What goes wrong with a gradebook."""


class GradebookError(Exception):
    """The gradebook cannot be used; the text says which one, why, and what to do."""
