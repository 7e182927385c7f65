"""What the rosters of the LMSs look like: their columns, and the ids in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Convert = Callable[[str], str]


def whole(text: str) -> str:
    """Take a cell as it is, without the space around it."""
    return text.strip()


def before_at(text: str) -> str:
    """Take what stands before the ``@`` of an address."""
    return text.strip().partition("@")[0]


def last_number(text: str) -> str:
    """Take the number at the end: ``Participant 11112``, in whatever language."""
    found = re.search(r"(\d+)\s*$", text)
    return found[1] if found else ""


@dataclass(frozen=True)
class Dialect:
    """What a roster of one LMS looks like.

    Parameters
    ----------
    title : str
        What the LMS calls the file.
    names : tuple of str
        Columns with the student's name, of which one is there.
    key : tuple of (str, Convert)
        The column with the number that stands in the names of handed-in files.
    ids : mapping of str to (str, Convert)
        What ``--id`` may say, and the column that it means.
    default : str
        The one that counts when nothing is said.
    """

    title: str
    names: tuple[str, ...]
    key: tuple[str, Convert]
    ids: Mapping[str, tuple[str, Convert]]
    default: str


CANVAS = Dialect(
    "gradebook export of Canvas",
    ("Student", "LastName"),
    ("ID", whole),
    {
        "canvas_id": ("ID", whole),
        "sis_user": ("SIS User ID", whole),
        "sis_login": ("SIS Login ID", whole),
        "login_name": ("SIS Login ID", before_at),
    },
    "sis_login",
)
"""Source: ``lib/gradebook_exporter.rb`` of instructure/canvas-lms, ``csv_data``."""

MOODLE = Dialect(
    "grading worksheet of Moodle, in English",
    ("Full name", "Identifier"),
    ("Identifier", last_number),
    {
        "participant": ("Identifier", last_number),
        "email": ("Email address", whole),
        "email_name": ("Email address", before_at),
    },
    "email_name",
)
"""Source: ``mod/assign/gradingtable.php`` of moodle/moodle, columns when downloading."""
