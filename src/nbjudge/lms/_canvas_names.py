"""Canvas: the names in the zip of *Download Submissions*."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from ._naming import Named, Owner

FILE = re.compile(r"(?P<name>[^/]*?)_(?:(?P<late>LATE)_)?(?P<user>\d+)_(?P<file>\d+)_(?P<rest>.+)")
ANONYMOUS = re.compile(
    r"(?:(?P<late>LATE)_)?(?P<user>anon_[A-Za-z0-9]+)_(?P<file>\d+)_(?P<rest>.+)"
)
TYPED = re.compile(
    r"(?:(?P<name>[^/]*?)_)?(?:(?P<late>LATE)_)?(?P<user>\d+|anon_[A-Za-z0-9]+)"
    r"_(?P<rest>(?:text|link)\.html)"
)


def canvas_name(path: PurePosixPath) -> Named | None:
    """Take a name like ``lastfirst_LATE_340934_208490284_notebook-1.ipynb`` apart.

    The first number is the user, who is the same in the gradebook's column ``ID``; the second is
    the uploaded file, and grows with the time of the upload. ``LATE`` is Canvas's own word, by the
    student's due date when the zip was made. A zip holds the last attempt of each student, and
    the dates in it are those of the packing.

    Parameters
    ----------
    path : PurePosixPath
        Only the last part counts: the zip has no folders.

    Notes
    -----
    Source: ``lib/content_zipper.rb`` of instructure/canvas-lms, ``get_filename``,
    ``add_upload_submission`` and ``add_attachment_to_zip``.
    """
    for pattern in (TYPED, ANONYMOUS, FILE):
        found = pattern.fullmatch(path.name)
        if found:
            break
    else:
        return None
    parts = found.groupdict()
    owner = Owner(parts["user"], parts.get("name") or "")
    order = int(parts.get("file") or 0)
    late, typed = bool(parts["late"]), pattern is TYPED
    return Named(owner, PurePosixPath(parts["rest"]), order, late=late, typed=typed)
