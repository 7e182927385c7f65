"""The course and the grader of ../field, for attacks."""

from tests.field.conftest import field, hold

__all__ = ["field", "hold"]
