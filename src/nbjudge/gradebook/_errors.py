"""What goes wrong with a gradebook."""

from ..said import SaidError


class GradebookError(SaidError):
    """The gradebook cannot be used; the text says which one, why, and what to do."""
