"""Submissions in from an LMS, marks out to it.

In: `handed_in` reads downloads and `collect` takes one attempt of each student, by the names that
`canvas_name`, `moodle_name` and `folder_naming` take apart.
Out: `export` writes the report's marks into the LMS's own file, `save` puts it on the disk.
`LmsError` says in a sentence why nothing was done.
"""

from ._archive import Refusal
from ._canvas_names import canvas_name
from ._collecting import NOTHING, Rules, Taken, collect
from ._dialects import CANVAS, MOODLE
from ._download_folder import unpack_downloads
from ._errors import LmsError
from ._exporting import Order, Target, export, save
from ._folder_names import folder_naming
from ._handed_in import HandedIn, handed_in
from ._merging import Exported, Options
from ._moodle_names import moodle_name
from ._naming import Named, Naming, Owner, unnumbered
from ._placing import Expected
from ._policy import Policy
from ._roster import Roster, read_roster
from ._times import Times, read_times, zone_of
from ._timing import Clock
from ._worksheet_times import worksheet_times

__all__ = [
    "CANVAS",
    "MOODLE",
    "NOTHING",
    "Clock",
    "Expected",
    "Exported",
    "HandedIn",
    "LmsError",
    "Named",
    "Naming",
    "Options",
    "Order",
    "Owner",
    "Policy",
    "Refusal",
    "Roster",
    "Rules",
    "Taken",
    "Target",
    "Times",
    "canvas_name",
    "collect",
    "export",
    "folder_naming",
    "handed_in",
    "moodle_name",
    "read_roster",
    "read_times",
    "save",
    "unnumbered",
    "unpack_downloads",
    "worksheet_times",
    "zone_of",
]
