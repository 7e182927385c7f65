"""Moodle: the names in the zip of *Download all submissions*."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from ._naming import Named, Owner

SUBMISSION = re.compile(
    r"(?P<name>.*)_(?P<participant>\d+)_assignsubmission_(?P<plugin>[a-z0-9]+)(?:_(?P<rest>.*))?"
)
FILES = "file"
"""The plug-in whose files are the student's; the others hold text typed into Moodle."""


def moodle_name(path: PurePosixPath) -> Named | None:
    """Take a path like ``Full Name_11112_assignsubmission_file/notebook.ipynb`` apart.

    The number is the participant's, who has another one in each assignment; the grading worksheet
    has it in its column ``Identifier``. Older versions end the folder's name with an underscore,
    and without *Download submissions in folders* the file's name follows there. A zip holds the
    last attempt of each student; the dates in it are those of the packing in the versions that
    stream the zip.

    Parameters
    ----------
    path : PurePosixPath
        Folders above the submission's are passed over: some unpackers add one.

    Notes
    -----
    Source: ``mod/assign/classes/downloader.php`` of moodle/moodle, ``get_student_prefix`` and
    ``load_submissionplugin_filelist``; ``files/classes/local/archive_writer/zip_writer.php``.
    """
    matches = [SUBMISSION.fullmatch(part) for part in path.parts]
    depth, found = next(((i, match) for i, match in enumerate(matches) if match), (0, None))
    if found is None:
        return None
    rest = [part for part in (found["rest"], *path.parts[depth + 1 :]) if part]
    if not rest:
        return None
    owner = Owner(found["participant"], found["name"])
    return Named(owner, PurePosixPath(*rest), typed=found["plugin"] != FILES)
