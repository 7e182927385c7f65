"""Makes the student release, so that a failure leaves the old one as it was."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ..nbgrader_plugins import Course, CourseError, put, require_replaceable


def release(course: Course, assignment: str) -> Path:
    """Generate the release and return its folder.

    nbgrader removes the old release, and writes the gradebook, before it finds out that a source
    is broken. So it first works in a scratch folder and without the gradebook, and the new release
    takes the old one's place when all of it has worked. The scratch folder is beside the release,
    on the same disk and with the same permissions, so that one rename takes it there.

    Raises
    ------
    CourseError
        When the source is broken, or the release cannot be replaced; it is then as it was.
    """
    folder = course.root / "release" / assignment
    try:
        folder.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".nbjudge-", dir=folder.parent) as scratch:
            require_replaceable(folder)  # before the gradebook is written
            tried, kept = Path(scratch, "tried"), Path(scratch, "kept")
            course.release(assignment, into=tried, record=False)
            course.release(assignment, into=kept, record=True)
            put(kept / assignment, folder)
    except OSError as error:
        raise CourseError(
            f"The release {folder} cannot be replaced ({error.strerror or error}): make it and "
            f"{folder.parent} writable, and release again. What is there is as it was."
        ) from error
    return folder
