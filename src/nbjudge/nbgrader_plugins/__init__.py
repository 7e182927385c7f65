"""The only room that imports nbgrader: its preprocessors, converters and configuration."""

from ._configure import configure
from ._course import Course, CourseError, open_course

__all__ = ["Course", "CourseError", "configure", "open_course"]
