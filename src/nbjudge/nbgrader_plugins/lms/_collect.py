"""Collecting on top of nbgrader's plug-ins, and plug-ins of ours for ``nbgrader zip_collect``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar

from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin
from nbgrader.utils import find_all_notebooks
from traitlets import List, Unicode

from ...lms import (
    CANVAS,
    MOODLE,
    LmsError,
    Named,
    canvas_name,
    moodle_name,
    read_roster,
    unnumbered,
    unpack_downloads,
)


class BoundedExtractor(ExtractorPlugin):
    """Unpacks downloads within bounds: no name leads out of the folder, and no bomb goes off.

    ``nbgrader zip_collect --extractor=nbjudge.nbgrader_plugins.lms.BoundedExtractor``
    """

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Unpack the downloads in a folder; nbgrader calls it once, with folders that exist."""
        try:
            refusals = unpack_downloads(Path(archive_path), Path(extracted_path))
        except LmsError as error:
            self.parent.fail("%s", error)
        for refusal in refusals:
            self.log.warning("Left out: %s", refusal.sentence)


class _NamedCollector(FileNameCollectorPlugin):
    """Tells students by the names that an LMS gives to their files."""

    roster = Unicode(
        help="The LMS's own file with the class; without one, its numbers are the ids."
    ).tag(config=True)
    identity = Unicode(
        help="Which of the roster's ids is the student's: what nbjudge collect --id takes."
    ).tag(config=True)
    valid_ext = List(
        [".ipynb", ".json"], help="File name extensions to collect; others are skipped."
    ).tag(config=True)

    dialect: ClassVar[Any]

    def naming(self, path: PurePosixPath) -> Named | None:
        """Take a path in a download apart."""
        raise NotImplementedError

    def collect(self, submitted_file: str) -> dict[str, Any] | None:
        """Return whose a file is; nbgrader calls it for each file that was unpacked."""
        path = self._in_download(Path(submitted_file))
        if path.suffix not in self.valid_ext:
            return None
        for place in reversed((path, *path.parents)):
            named = self.naming(place)
            if named is not None and not named.typed:
                name = named.path.name if place == path else path.name
                student = self._student(named.owner.key)
                return {"student_id": student, "file_id": self._right(name)} if student else None
        return None

    def _in_download(self, path: Path) -> PurePosixPath:
        """Return a path without the folders around the downloads: their names tell nobody."""
        around = Path(self.parent._format_collect_path(self.parent.extracted_directory))
        return PurePosixPath(path.relative_to(around).as_posix())

    def _right(self, name: str) -> str:
        course = self.parent.coursedir
        released = course.format_path(course.release_directory, ".", course.assignment_id)
        right = unnumbered(name)
        return right if right in find_all_notebooks(released) else name

    def _student(self, key: str) -> str:
        return self._people.get(key, "") if self.roster else key

    @cached_property
    def _people(self) -> Mapping[str, str]:
        try:
            roster = read_roster(Path(self.roster), self.dialect, self.identity or None)
        except LmsError as error:
            self.parent.fail("%s", error)
        return {person.key: person.student for person in roster.people}


class CanvasCollector(_NamedCollector):
    """``nbgrader zip_collect --collector=nbjudge.nbgrader_plugins.lms.CanvasCollector``."""

    dialect = CANVAS

    def naming(self, path: PurePosixPath) -> Named | None:
        """Take a path in a download apart."""
        return canvas_name(path)


class MoodleCollector(_NamedCollector):
    """``nbgrader zip_collect --collector=nbjudge.nbgrader_plugins.lms.MoodleCollector``."""

    dialect = MOODLE

    def naming(self, path: PurePosixPath) -> Named | None:
        """Take a path in a download apart."""
        return moodle_name(path)
