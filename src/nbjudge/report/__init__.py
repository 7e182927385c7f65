"""Pandas frames of a class and the page that shows them.

Reads nbgrader's gradebook and the autograded files; grades nothing and changes nothing.

- `load` returns the `Frames` of a lesson, `write` writes them with their page,
- `summary` is the class at a glance, `digest` the same for a terminal,
- `about_tests` says what to know of the tests themselves,
- `read_csv` reads a written table back,
- `guarded` keeps a text from becoming a formula, `printable` from steering a terminal,
- `lateness` puts seconds into words,
- `ReportError` says in a sentence why there is no report.
"""

from ._csv import guarded, read_csv
from ._errors import ReportError
from ._summary import about_tests, digest, summary
from ._words import lateness, printable
from ._write import write
from .frames import Frames, load

__all__ = [
    "Frames",
    "ReportError",
    "about_tests",
    "digest",
    "guarded",
    "lateness",
    "load",
    "printable",
    "read_csv",
    "summary",
    "write",
]
