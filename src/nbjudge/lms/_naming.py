"""What a name in a download says of the file: who handed it in, in which attempt, and whether late.

Each LMS has a naming of its own; a `Naming` is a function of the file's path in the download.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

NUMBER = re.compile(r"[-_ ]?\(?\d+\)?$")


@dataclass(frozen=True)
class Owner:
    """Who handed in: the key that the LMS put into the name, and the name for people."""

    key: str
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.key})" if self.name and self.name != self.key else self.key


@dataclass(frozen=True)
class Named:
    """A file's name, taken apart.

    Parameters
    ----------
    owner : Owner
    path : PurePosixPath
        Where the file lies within the submission.
    order : int
        Grows with the time of handing in, as far as the name tells.
    attempt : str
        Tells the attempts of one download apart; empty where there is one.
    late : bool or None
        None where the name does not say.
    typed : bool
        Whether this is a text typed into the LMS, and no file of the student's.
    submitted_at : datetime or None
        With a zone; None where the name does not say.
    """

    owner: Owner
    path: PurePosixPath
    order: int = 0
    attempt: str = ""
    late: bool | None = None
    typed: bool = False
    submitted_at: datetime | None = None


Naming = Callable[[PurePosixPath], Named | None]
"""Takes a path in a download apart; None when the name is none of this LMS's."""


def unnumbered(name: str, right: Container[str] = ()) -> str:
    """Return a file name without the number that an LMS or a browser adds to a second copy.

    Parameters
    ----------
    name : str
    right : container of str
        Names that are right as they are: ``problem2.ipynb`` may be one.
    """
    path = PurePosixPath(name)
    plain = NUMBER.sub("", path.stem)
    is_name = plain.strip(".") != ""  # of ``12.ipynb`` and ``.1`` the number is all that there is
    return plain + path.suffix if is_name and name not in right else name
