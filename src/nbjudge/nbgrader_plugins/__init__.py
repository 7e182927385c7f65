"""The only room that imports nbgrader: its preprocessors, converters and configuration."""

from ._configure import configure
from ._copying import copy_gradebook
from ._course import Course, open_course
from ._desk import Desk
from ._errors import CourseError
from ._graded import GradedNotebook, Rerun, graded_notebooks
from ._locked import require_replaceable
from ._marks import Marks, given_by_hand, marks_of, points_of
from ._rehearsal import is_released, rehearsal
from ._scratch import empty_copy
from ._staging import put
from .afar import Kit, Outpost, Parcel, Reply
from .marking import Ledger

__all__ = [
    "Course",
    "CourseError",
    "Desk",
    "GradedNotebook",
    "Kit",
    "Ledger",
    "Marks",
    "Outpost",
    "Parcel",
    "Reply",
    "Rerun",
    "configure",
    "copy_gradebook",
    "empty_copy",
    "given_by_hand",
    "graded_notebooks",
    "is_released",
    "marks_of",
    "open_course",
    "points_of",
    "put",
    "rehearsal",
    "require_replaceable",
]
