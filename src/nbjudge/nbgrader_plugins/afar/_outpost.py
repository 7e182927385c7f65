"""Marks parcels with a kit, and knows of no course."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from nbgrader.coursedir import CourseDirectory

from .._autograde import JudgedAutograde
from ..marking import Marker
from ._kit import Kit
from ._parcel import Parcel, Reply, read, unpack

NO_GRADEBOOK = "sqlite:////dev/null/there-is-no-gradebook-here"
"""Cannot be opened: a step that wants the gradebook fails instead of finding an empty one."""


class Outpost:
    """Marks one parcel after the other.

    Parameters
    ----------
    kit : Kit
        What is known of the assignment.
    place : Path
        An empty folder; the kit is unpacked into it, and submissions come and go.
    """

    def __init__(self, kit: Kit, place: Path) -> None:
        self._kit = kit
        self._place = place
        assignment = kit.brief.assignment
        source = place / "source" / assignment
        unpack(kit.source, source, {})
        if kit.grading:
            unpack(kit.grading, place / "grading" / assignment, {})
        directory = CourseDirectory(
            config=kit.config, root=str(place), db_url=NO_GRADEBOOK, assignment_id=assignment
        )
        converter = JudgedAutograde(coursedir=directory, config=kit.config)
        self._marker = Marker(converter, place, kit.brief, source)

    def mark(self, parcel: Parcel) -> Reply:
        """Mark a submission; nothing of it stays."""
        started = monotonic()
        with TemporaryDirectory(dir=self._place) as name:
            handed_in, autograded = (
                Path(name, step, parcel.student, self._kit.brief.assignment)
                for step in ("submitted", "autograded")
            )
            unpack(parcel.files, handed_in, self._kit.source)
            for folder in parcel.folders:
                (handed_in / folder).mkdir(exist_ok=True)
            choices = self._marker.choose(handed_in)
            marked = self._marker.mark(parcel.student, handed_in, choices, autograded)
            made = [path for path in autograded.rglob("*") if path.is_file()]
            files = read(autograded, made, self._kit.source)
            return Reply(marked, files, monotonic() - started)
