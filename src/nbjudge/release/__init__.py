"""Makes the student release, so that a failure leaves the old one as it was."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from ..nbgrader_plugins import Course


def release(course: Course, assignment: str) -> Path:
    """Generate the release and return its folder.

    nbgrader removes the old release, and writes the gradebook, before it finds out that a source
    is broken. So it first works in a scratch folder and without the gradebook, and the new release
    takes the old one's place when all of it has worked.
    """
    folder = course.root / "release" / assignment
    with tempfile.TemporaryDirectory(prefix=".nbjudge-", dir=course.root) as scratch:
        tried, kept = Path(scratch, "tried"), Path(scratch, "kept")
        course.release(assignment, into=tried, record=False)
        course.release(assignment, into=kept, record=True)
        folder.parent.mkdir(exist_ok=True)
        if folder.exists():
            shutil.move(folder, Path(scratch, "old"))
        shutil.move(kept / assignment, folder)
    return folder
