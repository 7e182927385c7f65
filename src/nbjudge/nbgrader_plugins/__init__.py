"""The only room that imports nbgrader: its preprocessors, converters and configuration."""

from ._configure import configure
from ._copying import copy_gradebook
from ._course import Course, open_course
from ._desk import Desk
from ._errors import CourseError
from ._locked import require_replaceable
from ._marks import Marks, marks_of, points_of
from ._rehearsal import is_released, rehearsal
from ._staging import put
from .afar import Kit, Outpost, Parcel, Reply
from .marking import Ledger

__all__ = [
    "Course",
    "CourseError",
    "Desk",
    "Kit",
    "Ledger",
    "Marks",
    "Outpost",
    "Parcel",
    "Reply",
    "configure",
    "copy_gradebook",
    "is_released",
    "marks_of",
    "open_course",
    "points_of",
    "put",
    "rehearsal",
    "require_replaceable",
]
