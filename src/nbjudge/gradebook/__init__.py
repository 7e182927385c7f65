"""The door to the gradebook's database: which one, is it sound, and many at once in it.

SQLite is the default; `GRADEBOOK_URL` names another one. What is in the tables is no concern here.
"""

from ._address import VARIABLE, file_of, from_environment, parsed, shown
from ._engine import connected, patient_engine, reading
from ._errors import GradebookError
from ._health import examine
from ._mounts import network_filesystem
from ._reasons import sentence
from ._untouched import open_to_read, why_not_writable
from ._whole import all_or_nothing

__all__ = [
    "VARIABLE",
    "GradebookError",
    "all_or_nothing",
    "connected",
    "examine",
    "file_of",
    "from_environment",
    "network_filesystem",
    "open_to_read",
    "parsed",
    "patient_engine",
    "reading",
    "sentence",
    "shown",
    "why_not_writable",
]
