"""The only room that imports nbgrader: its preprocessors, converters and configuration."""

from ._configure import configure
from ._course import Course, CourseError, open_course
from ._desk import Desk
from ._marks import Marks, marks_of, points_of
from ._rehearsal import is_released, rehearsal

__all__ = [
    "Course",
    "CourseError",
    "Desk",
    "Marks",
    "configure",
    "is_released",
    "marks_of",
    "open_course",
    "points_of",
    "rehearsal",
]
