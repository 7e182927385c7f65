"""Plug-ins for ``nbgrader export``: marks in the files of an LMS."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Unicode

from ...lesson import LessonError, find_lesson
from ...lms import LmsError, Options, Order, Target, export, save
from ...report import ReportError, load


class _LmsExporter(ExportPlugin):
    """Writes one assignment; ``--to`` names the file, ``--assignment`` the assignment."""

    roster = Unicode(help="The LMS's own file, into which the marks are merged.").tag(config=True)
    identity = Unicode(
        help="Which of the roster's ids is the student's: what nbjudge export --id takes."
    ).tag(config=True)
    column = Unicode(help="The assignment's column in Canvas's file.").tag(config=True)
    partial = Bool(False, help="Export points so far.").tag(config=True)
    zero_missing = Bool(False, help="Give 0 to whom the gradebook does not know.").tag(config=True)
    scale = Bool(False, help="Convert to the points that the LMS counts.").tag(config=True)

    target: ClassVar[Target]

    def export(self, gradebook: Gradebook) -> None:
        """Export; nbgrader calls it once, with the gradebook open."""
        try:
            self._export(self._assignment())
        except (LmsError, LessonError, ReportError) as error:
            self.parent.fail("%s", error)

    def _export(self, assignment: str) -> None:
        course = self.parent.coursedir
        roster = Path(self.roster) if self.roster else None
        lesson = find_lesson(assignment, Path(course.root))
        options = Options(self.partial, self.zero_missing, self.scale)
        order = Order(self.target, roster, self.identity or None, self.column or None, options)
        exported = export(load(lesson, gradebook_url=course.db_url), order)
        path = Path(self.to or f"{assignment}-{self.target}.csv")
        save(exported, path, roster)
        for note in exported.notes:
            self.log.warning("%s.", note)
        if exported.stray:
            self.log.warning("Not in the roster: %s.", ", ".join(exported.stray))
        self.log.info("%d marks are in %s", exported.written, path)

    def _assignment(self) -> str:
        names = [str(name) for name in self.assignment]
        if self.student:
            raise LmsError("An LMS gets the whole class: leave --student out.")
        if len(names) != 1:
            raise LmsError("Name one assignment: --assignment \"['07-self-attention']\".")
        return names[0]


class CanvasExporter(_LmsExporter):
    """``nbgrader export --exporter=nbjudge.nbgrader_plugins.lms.CanvasExporter``."""

    target = Target.CANVAS


class MoodleExporter(_LmsExporter):
    """``nbgrader export --exporter=nbjudge.nbgrader_plugins.lms.MoodleExporter``."""

    target = Target.MOODLE


class PlainExporter(_LmsExporter):
    """``nbgrader export --exporter=nbjudge.nbgrader_plugins.lms.PlainExporter``."""

    target = Target.CSV
